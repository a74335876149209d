"""Classroom 50 runs this once a submission, in the student's repository. `alinea` must be in the
PATH; the trace is trace.txt. The result is result.json in the work folder."""

import os
import subprocess
import sys

command = ["alinea", "lab", "grade", "trace.txt", "--format", "classroom50"]
for name in ("game", "position", "engine"):
    if os.environ.get(name.upper()):
        command += ["--" + name, os.environ[name.upper()]]
done = subprocess.run(command, capture_output=True, text=True)
if done.stdout.strip() == "":
    sys.exit(done.stderr)
with open("result.json", "w", encoding="utf-8") as result:
    result.write(done.stdout)
