"""Runs Jinja2's own test suite and records what its pure cases print: source, context and options in, text or error out.

    apt-get source jinja2        (or unpack Jinja2's source archive)
    python3 scripts/record-jinja-suite.py jinja2-3.1.2/tests > /tmp/jinja-suite.json
    JINJA_SUITE=/tmp/jinja-suite.json npm run test:long -- test/template/jinja-suite.long.ts

A case is pure if it needs nothing but its source: no Python objects in the context, no extensions of its own, no filters,
tests or loaders written in Python. Needs Jinja2, pytest and trio (Debian: python3-jinja2 python3-pytest python3-trio).
"""
import json, sys, tempfile
import jinja2, pytest
from jinja2 import defaults, loaders
from jinja2.compiler import CodeGenerator
from jinja2.nativetypes import NativeEnvironment
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

MODES = {
    jinja2.Undefined: "default",
    jinja2.StrictUndefined: "strict",
    jinja2.ChainableUndefined: "chainable",
    jinja2.DebugUndefined: "debug",
}
EXTENSIONS = {
    "jinja2.ext.LoopControlExtension": "loopcontrols",
    "jinja2.ext.ExprStmtExtension": "do",
    "jinja2.ext.AutoEscapeExtension": None,
    "jinja2.ext.WithExtension": None,
}
SYNTAX = (
    "block_start_string block_end_string variable_start_string variable_end_string comment_start_string"
    " comment_end_string line_statement_prefix line_comment_prefix newline_sequence keep_trailing_newline"
).split()


class Impure(Exception):
    pass


def plain(value):
    """The value, if JSON can hold it without loss."""
    if value is None or type(value) in (bool, str, float):
        return value
    if type(value) is int and abs(value) < 2**53:
        return value
    if type(value) is list:
        return [plain(item) for item in value]
    if type(value) is dict and all(type(key) is str for key in value):
        return {key: plain(item) for key, item in value.items()}
    raise Impure


def changed(own, usual):
    return any(usual.get(name) is not value for name, value in own.items())


def options_of(env):
    if isinstance(env, (NativeEnvironment, SandboxedEnvironment)) or env.finalize is not None:
        raise Impure
    if env.code_generator_class is not CodeGenerator or env.context_class is not Context:
        raise Impure
    if changed(env.filters, defaults.DEFAULT_FILTERS) or changed(env.tests, defaults.DEFAULT_TESTS):
        raise Impure
    if env.policies != {**defaults.DEFAULT_POLICIES, "json.dumps_kwargs": env.policies["json.dumps_kwargs"]}:
        raise Impure
    if env.undefined not in MODES or any(name not in EXTENSIONS for name in env.extensions):
        raise Impure
    options = {"trim_blocks": env.trim_blocks, "lstrip_blocks": env.lstrip_blocks, "html_tojson": True}
    if type(env.autoescape) is not bool:
        raise Impure
    if env.autoescape:
        options["autoescape"] = True
    if env.undefined is not jinja2.Undefined:
        options["undefined"] = MODES[env.undefined]
    extensions = [EXTENSIONS[name] for name in env.extensions if EXTENSIONS[name]]
    options["extensions"] = extensions
    for name in SYNTAX:
        value = getattr(env, name)
        if value != getattr(defaults, name.upper()):
            options[name] = value
    additions = {name: value for name, value in env.globals.items() if defaults.DEFAULT_NAMESPACE.get(name) is not value}
    if additions:
        options["globals"] = plain(additions)
    return options


def templates_of(loader):
    if loader is None:
        return None
    if type(loader) is loaders.DictLoader:
        return dict(loader.mapping)
    raise Impure


def kind(error):
    if isinstance(error, jinja2.exceptions.SecurityError): return "security"
    if isinstance(error, jinja2.exceptions.UndefinedError): return "undefined"
    if isinstance(error, jinja2.exceptions.TemplateSyntaxError): return "syntax"
    if isinstance(error, jinja2.exceptions.TemplateNotFound): return "not_found"
    return "runtime"


CASES = {}
TEST = ""
counts = {"renders": 0, "impure": 0}
compiled = {}


def record(env, source, name, more_globals, context, outcome):
    counts["renders"] += 1
    try:
        if source is None:
            raise Impure
        options = options_of(env)
        own = {key: value for key, value in (more_globals or {}).items() if env.globals.get(key) is not value}
        if own:
            options["globals"] = {**options.get("globals", {}), **plain(own)}
        # Both engines draw their own numbers.
        if "random" in source:
            raise Impure
        case = {"template": source, "context": plain(context), "options": options}
        templates = templates_of(env.loader)
        if templates is not None:
            case["templates"] = templates
        if name:
            case["options"]["name"] = name
    except Impure:
        counts["impure"] += 1
        return
    key = json.dumps(case, sort_keys=True)
    CASES.setdefault(key, {"test": TEST, **case, **outcome})


compile_source = jinja2.Environment.compile
from_code = jinja2.Template.from_code.__func__
render = jinja2.Template.render
depth = 0


def compile(self, source, name=None, filename=None, raw=False, defer_init=False):
    try:
        code = compile_source(self, source, name, filename, raw, defer_init)
    except jinja2.TemplateSyntaxError as error:
        if isinstance(source, str) and depth == 0:
            record(self, source, name, None, {}, {"error": {"kind": "syntax", "message": error.message}})
        raise
    if isinstance(source, str):
        compiled[id(code)] = (source, name, code)
    return code


def from_code_with_source(cls, environment, code, globals, uptodate=None):
    template = from_code(cls, environment, code, globals, uptodate)
    template._recorded = compiled.get(id(code), (None, None))[:2]
    return template


def render_recorded(self, *args, **kwargs):
    global depth
    source, name = getattr(self, "_recorded", (None, None))
    context = dict(*args, **kwargs)
    depth += 1
    try:
        text = render(self, *args, **kwargs)
    except Exception as error:
        if isinstance(error, (jinja2.TemplateError, TypeError, ZeroDivisionError, ValueError)) and depth == 1:
            record(self.environment, source, name, self.globals, context, {"error": {"kind": kind(error), "message": str(error)}})
        raise
    finally:
        depth -= 1
    if depth == 0:
        record(self.environment, source, name, self.globals, context, {"expected": str(text)})
    return text


jinja2.Environment.compile = compile
jinja2.Template.from_code = classmethod(from_code_with_source)
jinja2.Template.render = render_recorded


class Names:
    def pytest_runtest_call(self, item):
        global TEST
        TEST = item.nodeid.split("/")[-1]


sys.stdout, output = sys.stderr, sys.stdout
with tempfile.TemporaryDirectory() as cache:
    pytest.main(["-q", "-p", "no:warnings", "-o", f"cache_dir={cache}", sys.argv[1]], plugins=[Names()])
print(f"{counts['renders']} renders, {counts['impure']} of them not pure, {len(CASES)} different cases", file=sys.stderr)
json.dump(list(CASES.values()), output, ensure_ascii=False, indent="\t")
