//===- Process.cpp - Running other programs -------------------------------===//
// See Process.h. POSIX only, as the profiler's machine is.
//===----------------------------------------------------------------------===//
#include "measure/Process.h"
#include "measure/Text.h"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warptidy::measure {

namespace {
using Clock = std::chrono::steady_clock;

struct Pipe {
  int Read = -1, Write = -1;
  bool open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    Read = Ends[0], Write = Ends[1];
    return true;
  }
  static void close(int &End) {
    if (End >= 0)
      ::close(End);
    End = -1;
  }
};

/// In the child: never returns. Tells of a failed start on Report.
[[noreturn]] void become(const std::vector<char *> &Arguments,
                         const std::string &Folder, const Pipe &Out,
                         const Pipe &Err, const Pipe &Report) {
  setpgid(0, 0);
  int Null = ::open("/dev/null", O_RDONLY);
  dup2(Null, 0);
  dup2(Out.Write, 1);
  dup2(Err.Write, 2);
  if (Folder.empty() || chdir(Folder.c_str()) == 0)
    execvp(Arguments[0], Arguments.data());
  ssize_t Ignored = write(Report.Write, "x", 1);
  _exit(Ignored == 1 ? 127 : 126);
}

/// Appends what is there to read; false at the end.
bool drain(int File, std::string &To) {
  char Buffer[65536];
  ssize_t N = read(File, Buffer, sizeof Buffer);
  if (N > 0)
    To.append(Buffer, static_cast<size_t>(N));
  return N > 0;
}

/// Reads both streams until they end or the deadline passes.
void collect(Pipe &Out, Pipe &Err, Clock::time_point Deadline,
             ProcessResult &R) {
  while (Out.Read >= 0 || Err.Read >= 0) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        Deadline - Clock::now());
    R.TimedOut = Left.count() <= 0;
    if (R.TimedOut)
      return;
    pollfd Files[2] = {{Out.Read, POLLIN, 0}, {Err.Read, POLLIN, 0}};
    poll(Files, 2, static_cast<int>(Left.count()));
    if (Files[0].revents && !drain(Out.Read, R.Output))
      Pipe::close(Out.Read);
    if (Files[1].revents && !drain(Err.Read, R.Messages))
      Pipe::close(Err.Read);
  }
}

/// Waits for the child; one that closed its streams and stays is ended too.
void reap(pid_t Child, Clock::time_point Deadline, ProcessResult &R) {
  int Status = 0;
  while (!R.TimedOut && waitpid(Child, &Status, WNOHANG) == 0) {
    R.TimedOut = Clock::now() >= Deadline;
    usleep(2000);
  }
  if (R.TimedOut) {
    kill(-Child, SIGKILL);
    waitpid(Child, &Status, 0);
  }
  R.Status = WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}
} // namespace

ProcessResult runProcess(const std::vector<std::string> &Command,
                         unsigned TimeoutSeconds, const std::string &Folder) {
  ProcessResult R;
  Pipe Out, Err, Report;
  std::vector<char *> Arguments;
  for (const std::string &A : Command)
    Arguments.push_back(const_cast<char *>(A.c_str()));
  Arguments.push_back(nullptr);
  if (Command.empty() || !Out.open() || !Err.open() || !Report.open())
    return R;
  auto Deadline = Clock::now() + std::chrono::seconds(TimeoutSeconds);
  pid_t Child = fork();
  if (Child < 0)
    return R;
  if (Child == 0)
    become(Arguments, Folder, Out, Err, Report);
  Pipe::close(Out.Write);
  Pipe::close(Err.Write);
  Pipe::close(Report.Write);
  std::string Failed;
  R.Started = !drain(Report.Read, Failed);
  collect(Out, Err, Deadline, R);
  reap(Child, Deadline, R);
  for (int *End : {&Out.Read, &Err.Read, &Report.Read})
    Pipe::close(*End);
  return R;
}

std::string findProgram(const std::string &Name) {
  if (contains(Name, "/"))
    return access(Name.c_str(), X_OK) == 0 ? Name : "";
  const char *Path = std::getenv("PATH");
  for (const std::string &Folder : split(Path ? Path : "", ':'))
    if (access((Folder + "/" + Name).c_str(), X_OK) == 0)
      return Folder + "/" + Name;
  return "";
}

} // namespace warptidy::measure
