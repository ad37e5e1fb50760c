//===- Scheduler.h - When which document is analysed ------------*- C++ -*-===//
// One worker thread. A document waits until it has been left alone for a
// moment; a document that changes while it is analysed is started anew.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_SCHEDULER_H
#define WARPTIDY_SERVER_SCHEDULER_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace warptidy {

class Scheduler {
public:
  /// Called on the worker's thread. Stop becomes true when the result is not
  /// wanted any longer.
  using Job =
      std::function<void(const std::string &File, const std::atomic<bool> &)>;
  explicit Scheduler(Job Work);
  ~Scheduler();

  /// Runs the job for File after Delay, once however often it is asked for. An
  /// urgent one stops whatever runs; another file's run is then taken up again.
  void schedule(const std::string &File, std::chrono::milliseconds Delay,
                bool Urgent);
  /// No run for File is wanted.
  void cancel(const std::string &File);
  /// Stops the run there is, which is then taken up again.
  void interrupt();

private:
  using Clock = std::chrono::steady_clock;
  void loop();

  Job Work;
  std::mutex Mutex;
  std::condition_variable Wake;
  std::map<std::string, Clock::time_point> Due;
  std::string Running;
  std::atomic<bool> Stop = false;
  bool Ending = false;
  std::thread Worker; ///< Last: it uses the others.
};

} // namespace warptidy

#endif
