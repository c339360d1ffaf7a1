"""Renders our template cases with Python's Jinja2 and records what it prints, or how it fails.

    python3 scripts/record-template-cases.py test/fixtures/template/recorded-cases.json

A case is {template, context?, options?, templates?}; `expected` or `error` is written into it. Needs Jinja2 3.1.6
and MarkupSafe 3 (Debian: apt-get install python3-jinja2).
"""
import json, sys, datetime, jinja2
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2 import nodes
class Generation(Extension):
    tags={"generation"}
    def parse(self, parser):
        line=next(parser.stream).lineno
        body=parser.parse_statements(["name:endgeneration"],drop_needle=True)
        return nodes.Scope(body).set_lineno(line)
NOW=datetime.datetime(2024,7,26,14,5,9)
def raise_exception(message):
    raise jinja2.TemplateError(message)
def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)
UNDEF={"strict":jinja2.StrictUndefined,"chainable":jinja2.ChainableUndefined,"debug":jinja2.DebugUndefined}
def env(options, templates):
    o=dict(options or {})
    u=UNDEF.get(o.pop("undefined",None), jinja2.Undefined)
    do=o.pop("do",False)
    e=ImmutableSandboxedEnvironment(trim_blocks=o.pop("trim_blocks",True),lstrip_blocks=o.pop("lstrip_blocks",True),
      extensions=["jinja2.ext.loopcontrols",Generation]+(["jinja2.ext.do"] if do else []),undefined=u,
      loader=jinja2.DictLoader(templates) if templates is not None else None, **o)
    e.filters["tojson"]=tojson
    e.globals["raise_exception"]=raise_exception
    e.globals["strftime_now"]=lambda f: NOW.strftime(f)
    return e
def kind(x):
    if isinstance(x, jinja2.exceptions.SecurityError): return "security"
    if isinstance(x, jinja2.exceptions.UndefinedError): return "undefined"
    if isinstance(x, jinja2.exceptions.TemplateSyntaxError): return "syntax"
    if isinstance(x, jinja2.exceptions.TemplateNotFound): return "not_found"
    if type(x) is jinja2.TemplateError: return "raised"
    return "runtime"
data=json.load(open(sys.argv[1]))
out=[]
for c in data:
    c=dict(c); c.pop("expected",None); c.pop("error",None)
    try:
        e=env(c.get("options"), c.get("templates"))
        ctx=json.loads(c["json"]) if "json" in c else c.get("context",{})
        c["expected"]=e.from_string(c["template"]).render(ctx)
    except Exception as x:
        c["error"]={"kind":kind(x),"message":str(x)}
    out.append(c)
with open(sys.argv[1], "w") as file:
    json.dump(out, file, ensure_ascii=False, indent="\t")
    file.write("\n")
