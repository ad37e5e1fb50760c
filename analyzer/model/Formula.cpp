//===- Formula.cpp - A table as a formula ---------------------------------===//
// The forms that warp accesses take in an unknown stride, pitch or width,
// simplest first: lines and steps up to a limit, quotients, greatest common
// divisors (banks), and two figures by divisibility (rows and sectors).
//===----------------------------------------------------------------------===//
#include "model/Formula.h"
#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <numeric>

namespace warptidy {
namespace {

using Function = std::function<int64_t(int64_t)>;

class Fit {
public:
  Fit(const std::vector<SymbolCase> &Cases, const std::string &Symbol)
      : Cases(Cases), N(Symbol) {
    auto Less = [](const SymbolCase &A, const SymbolCase &B) {
      return A.Units < B.Units;
    };
    Most = std::max_element(Cases.begin(), Cases.end(), Less)->Units;
    Least = std::min_element(Cases.begin(), Cases.end(), Less)->Units;
    bool Plain = std::all_of(N.begin(), N.end(), [](unsigned char C) {
      return std::isalnum(C) || C == '_' || C == '.';
    });
    if (!Plain)
      N = "(" + N + ")";
  }

  std::string text() {
    if (Least == Most)
      return num(Most);
    for (auto Form : {&Fit::lines, &Fit::steps, &Fit::quotients,
                      &Fit::commonDivisors, &Fit::shifts, &Fit::divisible})
      if ((this->*Form)())
        return Text;
    return "";
  }

private:
  const std::vector<SymbolCase> &Cases;
  std::string N, Text;
  int64_t Most, Least;

  bool holds(const Function &F) const {
    return std::all_of(Cases.begin(), Cases.end(), [&](const SymbolCase &C) {
      return F(C.Value) == int64_t(C.Units);
    });
  }

  static std::string num(int64_t V) { return std::to_string(V); }
  std::string times(int64_t K) const { return K == 1 ? N : num(K) + "*" + N; }
  static std::string plus(const std::string &T, int64_t D) {
    return D == 0 ? T : T + (D < 0 ? " - " : " + ") + num(D < 0 ? -D : D);
  }

  /// Takes F as it is, up to a limit, or between two; Formula is its text.
  bool clamped(const Function &F, const std::string &Formula) {
    // A rising form that was not seen to reach its limit has none.
    bool Rises = F(Cases.back().Value) > Most;
    auto Upper = [&](int64_t V) { return std::min(F(V), Most); };
    auto Both = [&](int64_t V) { return std::max(Upper(V), Least); };
    const std::string Limited = "min(" + Formula + ", " + num(Most) + ")";
    if (holds(F))
      Text = Formula;
    else if (Rises && holds(Upper))
      Text = Limited;
    else if (holds([&](int64_t V) { return std::max(F(V), Least); }))
      Text = "max(" + num(Least) + ", " + Formula + ")";
    else if (Rises && holds(Both))
      Text = "max(" + num(Least) + ", " + Limited + ")";
    else
      return false;
    return true;
  }

  /// Calls Try(Offset) for the offsets that fit one of the first cases.
  bool offsets(const Function &F, const std::function<bool(int64_t)> &Try) {
    std::vector<int64_t> Tried{0};
    if (Try(0))
      return true;
    for (const SymbolCase &C : Cases) {
      const int64_t D = int64_t(C.Units) - F(C.Value);
      if (std::find(Tried.begin(), Tried.end(), D) != Tried.end())
        continue;
      Tried.push_back(D);
      if (D >= -8 && D <= 32 && Try(D))
        return true;
      if (Tried.size() == 5)
        break;
    }
    return false;
  }

  bool lines() {
    for (int64_t K = 1; K <= 128; ++K)
      if (offsets([=](int64_t V) { return K * V; },
                  [&](int64_t D) {
                    return clamped([=](int64_t V) { return K * V + D; },
                                   plus(times(K), D));
                  }))
        return true;
    return false;
  }

  /// ceil(K*n / B) + D.
  bool steps() {
    for (int64_t B = 2; B <= 128; B *= 2)
      for (int64_t K = 1; K < B && K < 64; K += 2) {
        auto Step = [=](int64_t V) { return (K * V + B - 1) / B; };
        const std::string Name = "ceil(" + times(K) + "/" + num(B) + ")";
        if (offsets(Step, [&](int64_t D) {
              return clamped([=](int64_t V) { return Step(V) + D; },
                             plus(Name, D));
            }))
          return true;
      }
    return false;
  }

  /// ceil(K / n) + D.
  bool quotients() {
    for (int64_t K = 2; K <= 128; ++K) {
      auto Part = [=](int64_t V) { return V > 0 ? (K + V - 1) / V : -1; };
      const std::string Name = "ceil(" + num(K) + "/" + N + ")";
      for (int64_t D : {0, 1, 2})
        if (auto F = [=](int64_t V) { return Part(V) + D; }; holds(F)) {
          Text = plus(Name, D);
          return true;
        }
    }
    return false;
  }

  /// Q * gcd(K*n, M).
  bool commonDivisors() {
    for (int64_t Q = 1; Q <= 4; Q *= 2)
      for (int64_t K = 1; K <= 32; K *= 2) {
        const int64_t M = Most / Q;
        auto F = [=](int64_t V) { return Q * std::gcd(K * V, M); };
        const std::string Name = (Q == 1 ? "" : num(Q) + "*") + "gcd(" +
                                 times(K) + ", " + num(M) + ")";
        if (holds(F))
          Text = Name;
        else if (holds([&](int64_t V) { return std::max(F(V), Least); }))
          Text = "max(" + num(Least) + ", " + Name + ")";
        else
          continue;
        return true;
      }
    return false;
  }

  bool shifts() {
    for (int64_t K = 1; K <= 16; K *= 2)
      if (auto F = [=](int64_t V) { return K << std::min<int64_t>(V, 40); };
          Cases.front().Value >= 0 && clamped(F, num(K) + " << " + N))
        return true;
    return false;
  }

  /// Up to three figures, by powers of two that divide n.
  bool divisible() {
    auto Power = [](int64_t V) { return V & -V; };
    std::map<int64_t, int64_t> OfPower;
    for (const SymbolCase &C : Cases)
      OfPower.try_emplace(std::min<int64_t>(Power(C.Value), 64), C.Units);
    std::string Before;
    int64_t Last = OfPower.begin()->second;
    unsigned Parts = 0;
    for (auto It = OfPower.rbegin(); It != OfPower.rend(); ++It) {
      auto Next = std::next(It);
      if (Next != OfPower.rend() && Next->second == It->second)
        continue;
      if (Next == OfPower.rend())
        break;
      Before +=
          num(It->second) + " if " + N + " % " + num(It->first) + " == 0, ";
      ++Parts;
    }
    Text = Before + "else " + num(Last);
    return Parts > 0 && Parts < 3 && holds([&](int64_t V) {
             auto It = OfPower.upper_bound(std::min<int64_t>(Power(V), 64));
             return std::prev(It)->second;
           });
  }
};

} // namespace

std::string formulaOf(const std::vector<SymbolCase> &Cases,
                      const std::string &Symbol) {
  // As many rows as a form has constants prove nothing.
  constexpr size_t Fewest = 8;
  return Cases.size() < Fewest ? "" : Fit(Cases, Symbol).text();
}

} // namespace warptidy
