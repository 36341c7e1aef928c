"""Runs a reader on files, each in a separate process with a time limit, and prints the values that it loaded.

    python3 conformance/observe.py READER FILE...     one JSON object per line

A driver is drivers/READER.py, with NAME, VERSION and read(path), which returns facts or raises an exception with the reader's message.
The process that imports it reads no file itself: it forks for each file. A fact is included only if the reader provides it:

    mass        kg, of all links, moving or fixed
    links       how many
    dof         degrees of freedom that can be set, without those of a free base
    limits      {joint: [lower, upper]}, null for no limit
    mimic       {joint: source}
    visuals     how many shapes
    collisions  how many shapes
"""
import importlib
import json
import os
import pathlib
import select
import signal
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "drivers"))
TIME_LIMIT = 20
SCRATCH = tempfile.gettempdir()


def observe(driver, path):
    """{"verdict": "loads" | "refuses" | "dies" | "hangs", "words": ..., facts}"""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receive)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        path = os.path.abspath(path)
        os.chdir(SCRATCH)  # MuJoCo writes a log
        try:
            answer = {"verdict": "loads", **driver.read(str(path))}
        except BaseException as error:
            answer = {"verdict": "refuses", "words": f"{type(error).__name__}: {error}"}
        with os.fdopen(send, "w") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(send)
    text, deadline, hangs = b"", time.monotonic() + getattr(driver, "TIME_LIMIT", TIME_LIMIT), False
    while True:
        ready, _, _ = select.select([receive], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            hangs = True
            os.kill(child, signal.SIGKILL)
            break
        piece = os.read(receive, 1 << 16)
        if not piece:
            break
        text += piece
    os.close(receive)
    _, status = os.waitpid(child, 0)
    if hangs:
        return {"verdict": "hangs"}
    if not text:
        return {"verdict": "dies", "words": f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "exit"}
    return json.loads(text)


def main():
    driver = importlib.import_module(sys.argv[1])
    for path in sys.argv[2:]:
        print(json.dumps({"file": path, **observe(driver, path)}), flush=True)


if __name__ == "__main__":
    main()
