"""Runs commands in turns and says what each took.

A sample is the processor time (user and system) of a process and of all that it
waited for, the time by the clock, and the largest resident memory of one process.
"""
import os
import queue
import signal
import statistics
import subprocess
import tempfile
import threading
import time

MIB = 1024  # ru_maxrss is in KiB.


def run(command, timeout, folder=None):
    """The sample of one run; "failed" says why there are no figures."""
    with tempfile.TemporaryFile() as log:
        start = time.perf_counter()
        try:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log,
                                       cwd=folder, start_new_session=True)
        except OSError as error:
            return {"failed": str(error)}
        late = threading.Event()

        def stop():
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(timeout, stop)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        wall = time.perf_counter() - start
        process.returncode = code = os.waitstatus_to_exitcode(status)
        if late.is_set():
            return {"failed": f"stopped after {timeout:.0f} s"}
        if code:
            log.seek(0)
            said = log.read().decode(errors="replace").strip().splitlines()
            why = next((line for line in said if "error" in line), said[0] if said else "")
            return {"failed": f"exit code {code}: {why[:200]}"}
    return {"cpu": round(usage.ru_utime + usage.ru_stime, 4), "wall": round(wall, 4),
            "mib": round(usage.ru_maxrss / MIB, 1)}


def run_each(commands, jobs, timeout, folder=None):
    """One sample of many commands, as many at once as there are jobs."""
    todo, done = queue.Queue(), []
    for command in commands:
        todo.put(command)

    def work():
        while True:
            try:
                command = todo.get_nowait()
            except queue.Empty:
                return
            done.append(run(command, timeout, folder))

    start = time.perf_counter()
    workers = [threading.Thread(target=work) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    wall = time.perf_counter() - start
    failed = [sample["failed"] for sample in done if "failed" in sample]
    if failed:
        return {"failed": f"{len(failed)} of {len(done)} files: {failed[0]}"}
    return {"cpu": round(sum(s["cpu"] for s in done), 4), "wall": round(wall, 4),
            "mib": max(s["mib"] for s in done)}


def paired(actions, runs, seconds=None):
    """Name of each action -> its samples, all actions in turn, `runs` times. One that
    fails is not tried again. Ends early once `seconds` have passed, after a whole
    turn."""
    samples = {name: [] for name in actions}
    start = time.perf_counter()
    for _ in range(runs):
        for name, action in actions.items():
            if not any("failed" in sample for sample in samples[name]):
                samples[name].append(action())
        if seconds is not None and time.perf_counter() - start > seconds:
            break
    return samples


def good(samples):
    return [sample for sample in samples if "failed" not in sample]


def medians(samples):
    """Name -> the median of each figure, or why there is none."""
    result = {}
    for name, of in samples.items():
        failed = [sample["failed"] for sample in of if "failed" in sample]
        if failed:
            result[name] = {"failed": failed[0]}
        else:
            result[name] = {figure: round(statistics.median(s[figure] for s in of), 4)
                            for figure in of[0]} if of else {"failed": "not run"}
    return result


def ratios(samples, base):
    """For each other name the median over the turns of base / other."""
    result = {}
    for name, of in samples.items():
        pairs = list(zip(samples[base], of))
        if name == base or not pairs or any("failed" in s for pair in pairs for s in pair):
            continue
        result[name] = {
            figure: round(statistics.median(ours[figure] / theirs[figure]
                                            for ours, theirs in pairs), 3)
            for figure in pairs[0][0] if figure in pairs[0][1]
            and all(theirs[figure] > 0 for _, theirs in pairs)}
    return result


def case(title, samples, base, **more):
    """What the results say of one case."""
    return {"title": title, "base": base, **more, "samples": samples,
            "medians": medians(samples), "ratios": ratios(samples, base)}
