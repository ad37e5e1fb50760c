//===- Scheduler.cpp - When which document is analysed --------------------===//
// See Scheduler.h.
//===----------------------------------------------------------------------===//
#include "server/Scheduler.h"
#include <algorithm>

namespace warptidy {

Scheduler::Scheduler(Job Work)
    : Work(std::move(Work)), Worker([this] { loop(); }) {}

Scheduler::~Scheduler() {
  {
    std::lock_guard Lock(Mutex);
    Ending = Stop = true;
  }
  Wake.notify_all();
  Worker.join();
}

void Scheduler::schedule(const std::string &File,
                         std::chrono::milliseconds Delay, bool Urgent) {
  std::lock_guard Lock(Mutex);
  Due[File] = Clock::now() + Delay;
  if (Running == File) {
    Stop = true;
  } else if (Urgent && !Running.empty() && !Stop) {
    Stop = true;
    Due.try_emplace(Running, Due[File]);
  }
  Wake.notify_all();
}

void Scheduler::cancel(const std::string &File) {
  std::lock_guard Lock(Mutex);
  Due.erase(File);
  if (Running == File)
    Stop = true;
}

void Scheduler::interrupt() {
  std::lock_guard Lock(Mutex);
  if (Running.empty())
    return;
  Stop = true;
  Due.try_emplace(Running, Clock::now());
}

void Scheduler::loop() {
  std::unique_lock Lock(Mutex);
  while (!Ending) {
    auto Next = std::min_element(
        Due.begin(), Due.end(),
        [](const auto &A, const auto &B) { return A.second < B.second; });
    if (Next == Due.end()) {
      Wake.wait(Lock);
      continue;
    }
    if (Next->second > Clock::now()) {
      Wake.wait_until(Lock, Clock::time_point(Next->second));
      continue;
    }
    Running = Next->first;
    Due.erase(Next);
    Stop = false;
    Lock.unlock();
    Work(Running, Stop);
    Lock.lock();
    Running.clear();
  }
}

} // namespace warptidy
