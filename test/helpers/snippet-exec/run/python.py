"""python3 python.py jobs.json: runs the snippets of one process one after the other.

A job is {file, folder, env, result}; what came of it is written to `result`.
"""

import contextlib
import io
import json
import os
import runpy
import sys
import traceback

initial = dict(os.environ)
with open(sys.argv[1]) as jobs:
    todo = json.load(jobs)

for job in todo:
    os.environ.clear()
    os.environ.update(initial)
    os.environ.update(job["env"])
    os.chdir(job["folder"])
    printed = io.StringIO()
    error = None
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(job["file"], run_name="__main__")
    except BaseException:
        error = traceback.format_exc()
    with open(job["result"], "w") as result:
        json.dump({"error": error, "printed": printed.getvalue()}, result)
