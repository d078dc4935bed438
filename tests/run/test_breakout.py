"""A stranger's cell: whatever it tries, it finds no file, environment, process or network of the machine that builds."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from files import put, tree
from shipped import BUNDLE, PYODIDE, ROOT, SNAPSHOT, START, needs_python

from easycompilers_site.run import node
from easycompilers_site.run.session import Session, understood

pytestmark = needs_python

SECRET = "the-secret-of-this-machine"

#: JavaScript that waits for what comes in from the build, which passes through node's own events, and so gets hold of node's sockets.
CATCH = (
    "import('node:child_process').then((found) => { const events = Object.getPrototypeOf(found.ChildProcess.prototype); const { emit } = events;"
    " events.emit = function (...given) { globalThis.caught ??= this; return emit.apply(this, given); }; })"
)

#: Each is JavaScript that a cell gives to `run_js`, as an expression. FOLDER and PORT stand for places of the machine.
IN_JAVASCRIPT = (
    "process.env.SECRET",
    "JSON.stringify(process.env) + process.argv",
    "process.binding('fs')",
    "process.getBuiltinModule('fs').readFileSync('FOLDER/secret', 'utf8')",
    "process.mainModule.require('fs').readFileSync('FOLDER/secret', 'utf8')",
    "require('fs').readFileSync('FOLDER/secret', 'utf8')",
    "import('node:fs').then((fs) => fs.readFileSync('FOLDER/secret', 'utf8'))",
    "import('fs').then((fs) => fs.writeFileSync('FOLDER/written', 'x'))",
    "import('node:fs/promises').then((fs) => fs.readFile('FOLDER/secret', 'utf8'))",
    "import('FOLDER/secret.mjs').then((found) => found.default)",
    "import('data:text/javascript,export default 1')",
    "import('node:child_process').then((found) => found.execSync('echo x > FOLDER/written'))",
    "import('child_process').then((found) => new found.ChildProcess().spawn({file: '/bin/sh', args: ['sh', '-c', 'echo x > FOLDER/written']}))",
    "import('node:worker_threads').then((found) => new found.Worker('1', { eval: true }))",
    "import('node:net').then((net) => net.connect(PORT, '127.0.0.1'))",
    "import('node:http').then((http) => http.get('http://127.0.0.1:PORT/'))",
    "import('node:module').then((found) => found.createRequire('file:///')('fs').readFileSync('FOLDER/secret', 'utf8'))",
    "import('node:vm').then((vm) => new vm.Script(\"import('node:net')\", { importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER })"
    ".runInThisContext()).then((net) => net.connect(PORT, '127.0.0.1'))",
    "Function('return this')().process.getBuiltinModule('net').connect(PORT, '127.0.0.1')",
    "(async () => (await import('node:fs')).readFileSync('FOLDER/secret', 'utf8')).constructor(\"return import('node:net')\")().then((net) => net.connect(PORT))",
    "fetch('http://127.0.0.1:PORT/')",
    "new WebSocket('ws://127.0.0.1:PORT/')",
    "new EventSource('http://127.0.0.1:PORT/')",
    "new (process.stdout.constructor)().connect(PORT, '127.0.0.1')",
    "process.kill(process.ppid, 9)",
    CATCH,
    "new caught.constructor().connect(PORT, '127.0.0.1')",
)

#: What ends the interpreter, and so is tried last.
FATAL = "new caught._handle.constructor(0).connect({}, 'FOLDER/written')"

IN_PYTHON = (
    "import os; print(dict(os.environ), os.listdir('/'))",
    "import os; print(os.environ['SECRET'])",
    "print(open('FOLDER/secret').read())",
    "open('FOLDER/written', 'w').write('x')",
    "import os; print(os.system('echo x > FOLDER/written'))",
    "import subprocess; print(subprocess.run(['/bin/sh', '-c', 'echo x > FOLDER/written'], capture_output=True))",
    "import socket; socket.create_connection(('127.0.0.1', PORT), 2).send(b'GET / HTTP/1.0\\r\\n\\r\\n')",
    "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:PORT/', timeout=2).read())",
    "from pyodide.http import open_url; print(open_url('http://127.0.0.1:PORT/').read())",
    "import pyodide_js; fs = pyodide_js.FS; fs.mkdir('/out'); fs.mount(fs.filesystems.NODEFS, {'root': 'FOLDER'}, '/out'); print(open('/out/secret').read())",
    "import pyodide_js; pyodide_js.mountNodeFS('/outer', 'FOLDER'); open('/outer/written', 'w').write('x'); print(open('/outer/secret').read())",
    "import js; print(js.process.env.SECRET)",
    "import js; js.fetch('http://127.0.0.1:PORT/')",
)


@pytest.fixture(scope="module")
def listener():
    """A port of this machine, and the connections that it got."""
    got: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)

        def take() -> None:
            while server.fileno() >= 0:
                try:
                    got.append(server.accept())
                except TimeoutError:
                    continue
                except OSError:
                    return

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        yield server.getsockname()[1], got
    thread.join()


def start(monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("SECRET", SECRET)
    return Session(PYODIDE, BUNDLE, START, snapshot=SNAPSHOT)


def in_javascript(code: str) -> str:
    """A cell that runs JavaScript, and says what came of it when it has come."""
    return f"from pyodide.code import run_js\nimport js\nrun_js('globalThis.said ??= []')\nrun_js({f'Promise.resolve({code}).then((found) => said.push(String(found)), (error) => said.push(String(error)))'!r})"


def test_nothing_leads_out(listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Linux gives no network of its own, so that what node and node.mjs refuse has to do."""
    port, got = listener
    monkeypatch.setattr(node, "without_network", lambda: ())
    put(tmp_path, {"secret": SECRET, "secret.mjs": f"export default '{SECRET}'"})

    def filled(code: str) -> str:
        return code.replace("FOLDER", str(tmp_path)).replace("PORT", str(port))

    with start(monkeypatch) as session:
        outcomes = [session.run("Cell 1", in_javascript(filled(code)), limit=20) for code in IN_JAVASCRIPT]
        outcomes += [session.run("Cell 1", filled(code), limit=20) for code in IN_PYTHON]
        said = session.run("Cell 2", "import js\nprint(*js.said, sep='\\n')", limit=20)
        assert said.failure is None and session.restarts == 0, "what is refused is refused in the cell, and Python goes on"
        assert said.outputs[0].text.count("a cell has no files, programs or network") >= 10
        ended = session.run("Cell 3", in_javascript(filled(FATAL)), limit=20).failure
        assert ended.kind == "FatalError" and str(ROOT) not in repr(ended), "it may be published, where the cell says that it raises"
        assert session.run("Cell 4", "1 + 1", limit=20).failure is None
    assert SECRET not in repr(outcomes) + repr(said)
    assert tree(tmp_path).keys() == {"secret", "secret.mjs"}
    assert got == []


def test_where_it_can_linux_takes_the_network_away_too(listener) -> None:
    port, got = listener
    if not node.without_network():
        pytest.skip("NOT TESTED: this machine lets no user make a network of their own")
    calling = f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)"
    assert subprocess.run([*node.without_network(), sys.executable, "-c", calling], capture_output=True, check=False).returncode == 1
    assert got == []
    subprocess.run([sys.executable, "-c", calling], check=True)
    got.clear()


def test_a_cell_that_speaks_for_node_is_no_fault_of_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may write what it likes on the line to the build: that ends its Python, and no more."""
    with start(monkeypatch) as session:
        session.run("Cell 1", in_javascript(CATCH), limit=20)
        session.run("Cell 2", f"import js\njs.line = '[' * 5000 + '\\n'\n{in_javascript('new caught.constructor({ fd: 1 }).write(line)')}", limit=20)
        session.run("Cell 3", "1 + 1", limit=20)
        assert session.restarts == 1 and session.run("Cell 4", "2 + 2", limit=20).failure is None


@pytest.mark.parametrize("message", [None, 5, "text", [], ["stdout"], ["stdout", "a", "b"], ["other", "a"], ["value", "[]"], ["value", "{"], ["failure", "{}"], {}, {"done": 5}, {"done": [1]}])
def test_what_is_no_message_is_nothing(message: object) -> None:
    assert understood(message) is None


@pytest.mark.skipif(not hasattr(__import__("resource"), "prlimit"), reason="NOT TESTED: this system bounds no memory of another process")
def test_memory_that_javascript_takes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "MEMORY", 2**30)
    taking = "run_js('globalThis.held = []; for (;;) { const part = new Uint8Array(2 ** 26); part.fill(1); held.push(part); }')"
    with start(monkeypatch) as session:
        outcome = session.run("Cell 1", f"from pyodide.code import run_js\n{taking}", limit=60)
    assert outcome.failure is not None and outcome.failure.kind != "TimeLimit"
