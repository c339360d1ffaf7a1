"""Combines filters, tests, operators, methods and statements of the language with values, and writes the cases.

    python3 scripts/generate-template-cases.py > test/fixtures/template/generated-cases.json
    python3 scripts/record-template-cases.py test/fixtures/template/generated-cases.json

The first line writes {template, context?}, the second has Jinja2 fill in what each prints, or how it fails.
"""
import json

VALUES = ["0", "-3", "7", "2.5", "-0.0", "1e20", "true", "none", "''", "'a b  c'", "'Äpfel & <b>'", "[]", "[3, 1, 2]",
          "['b', 'A', 'c']", "(1, 'x')", "{'b': 2, 'a': 1}", "[[1, 2], [3]]", "[{'n': 2, 's': 'x'}, {'n': 1, 's': 'y'}, {'n': 2, 's': 'z'}]",
          "nothing"]
FILTERS = ["abs", "attr('x')", "batch(2)|list", "batch(2, 'f')|list", "capitalize", "center(9)", "count", "default('d')", "default('d', true)",
           "dictsort", "dictsort(reverse=true)", "dictsort(by='value')", "escape", "filesizeformat", "filesizeformat(true)", "first", "float",
           "float(1.5)", "forceescape", "format(1)", "groupby('n')|list", "indent(2)", "indent(2, true)", "int", "int(5)", "items|list", "join",
           "join('-')", "join(',', attribute='s')", "last", "length", "list", "lower", "map('upper')|list", "map(attribute='n')|list",
           "map(attribute='q', default=9)|list", "max", "min", "max(attribute='n')", "pprint", "reject('odd')|list", "rejectattr('n', 'eq', 2)|list",
           "replace('a', 'o')", "reverse|list", "round", "round(1)", "round(0, 'floor')", "round(1, 'ceil')", "safe", "select('string')|list",
           "select|list", "selectattr('n', 'gt', 1)|list", "slice(2)|list", "slice(2, 'f')|list", "sort", "sort(reverse=true)",
           "sort(attribute='n')", "sort(case_sensitive=true)", "string", "striptags", "sum", "sum(attribute='n')", "sum(start=10)", "title",
           "trim", "trim('abc')", "truncate(4)", "truncate(4, true, '…', 0)", "unique|list", "unique(attribute='n')|list", "upper", "urlencode",
           "wordcount", "wordwrap(3)", "xmlattr", "tojson", "tojson(indent=1)"]
TESTS = ["boolean", "callable", "defined", "divisibleby(3)", "eq(7)", "escaped", "even", "false", "float", "filter", "ge(2)", "gt(2)", "in([7, 'a b  c'])",
         "integer", "iterable", "le(2)", "lower", "lt(2)", "mapping", "ne(7)", "none", "number", "odd", "sameas(none)", "sequence", "string", "true",
         "undefined", "upper"]
PAIRS = ["3", "-2", "2.5", "true", "none", "'ab'", "[1]", "(2,)", "{'k': 1}", "nothing"]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in", "not in"]
TEXTS = ["''", "'abc'", "'Hello World'", "'  x  '", "'a,b,,c'", "'ÄÖÜß'", "'ǆabc'", "'12'", "'½'", "'a\\tb\\nc'"]
METHODS = ["capitalize()", "casefold()", "center(7, '*')", "count('a')", "endswith('c')", "expandtabs(4)", "find('b')", "rfind('b')", "isalnum()",
           "isalpha()", "isascii()", "isdecimal()", "isdigit()", "isidentifier()", "islower()", "isnumeric()", "isprintable()", "isspace()",
           "istitle()", "isupper()", "join(['x', 'y'])", "ljust(6)", "lower()", "lstrip()", "partition(',')", "removeprefix('a')", "removesuffix('c')",
           "replace('a', 'b', 1)", "rjust(6, '.')", "rpartition(',')", "rsplit(',', 1)", "rstrip()", "split(',')", "split()", "splitlines()",
           "startswith('a')", "strip('ac')", "swapcase()", "title()", "upper()", "zfill(6)", "index('a')"]
SLICES = ["[0]", "[-1]", "[9]", "[1:]", "[:2]", "[::2]", "[::-1]", "[-2:]", "[5:1]", "['k']", ".k", "[1:none]", "[none:none:none]"]
SEQUENCES = ["'abcd'", "[1, 2, 3, 4]", "(1, 2, 3)", "{'k': 5}", "none", "7", "nothing", "range(5)"]
FORMATS = ["{}", "{:>6}", "{:<6}|", "{:^7}", "{:+d}", "{:06.2f}", "{:x}", "{:#b}", "{:,}", "{:e}", "{:.1%}", "{!r}", "{:_}", "{:g}"]
NUMBERS = ["0", "42", "-7", "3.14159", "1234567.891", "1e-7", "true", "'s'", "none"]
PERCENTS = ["%s", "%5s|", "%-5s|", "%d", "%05d", "%+.2f", "%x", "%e", "%g", "%r", "%%", "%c"]
STATEMENTS = [
    "{% for x in [1,2,3] %}{{ loop.index }}/{{ loop.length }}{{ '' if loop.last else ',' }}{% endfor %}",
    "{% for x in [] %}a{% else %}none{% endfor %}",
    "{% for k, v in {'a': 1, 'b': 2}.items() %}{{ k }}={{ v }};{% endfor %}",
    "{% for x in range(6) if x is odd %}{{ loop.revindex }}:{{ x }} {% endfor %}",
    "{% for x in [1,1,2,2] %}{{ loop.changed(x) }},{% endfor %}",
    "{% for x in 'abc' %}{{ loop.cycle('o', 'e') }}{{ loop.previtem }}{{ loop.nextitem }} {% endfor %}",
    "{% for t in [{'n': 1, 'c': [{'n': 2, 'c': []}]}] recursive %}{{ t.n }}@{{ loop.depth }}{{ loop(t.c) }}{% endfor %}",
    "{% for x in [1,2,3] %}{% if x == 2 %}{% continue %}{% endif %}{{ x }}{% endfor %}",
    "{% for x in [1,2,3] %}{% if x == 2 %}{% break %}{% endif %}{{ x }}{% endfor %}",
    "{% set x = 1 %}{% for i in [1,2] %}{% set x = x + i %}{{ x }}{% endfor %}{{ x }}",
    "{% set ns = namespace(x=1) %}{% for i in [1,2] %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}",
    "{% set a, b = 1, 2 %}{{ a }}{{ b }}", "{% set x %}a{{ 1 }}{% endset %}{{ x|upper }}", "{% set x | upper %}ab{% endset %}{{ x }}",
    "{% macro m(a, b=2) %}{{ a }}{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1) }}|{{ m(1, 3, 4, k=5) }}",
    "{% macro m(a) %}[{{ caller(a) }}]{% endmacro %}{% call(x) m(7) %}{{ x }}!{% endcall %}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}{{ m.name }}{{ m.arguments }}{{ m.catch_kwargs }}{{ m.caller }}",
    "{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a }}", "{% filter upper|trim %} ab {% endfilter %}",
    "{% if 1 %}a{% elif 2 %}b{% else %}c{% endif %}", "{% if none %}a{% elif 0 %}b{% else %}c{% endif %}",
    "{% raw %}{{ x }}{% endraw %}", "{# c #}a", "a{%- if 1 -%} b {%- endif -%} c", "  {% if 1 %}\n  x\n  {% endif %}\n y",
    "{% autoescape true %}{{ '<' }}{{ '<'|safe }}{% endautoescape %}{{ '<' }}", "{{ [1,2]|map('string')|join('+') }}",
    "{{ 'a' if false }}|{{ 'a' if true else 'b' }}", "{{ 1 if none else 2 if 0 else 3 }}", "{{ not 1 == 2 }}", "{{ 2 ** 3 ** 2 }}", "{{ -2 ** 2 }}",
    "{{ 1 < 2 < 3 }}", "{{ 1 < 3 > 2 }}", "{{ 'a' ~ 1 ~ none }}", "{{ [1] + [2] * 2 }}", "{{ {'a': 1}.get('b', 3) }}", "{{ dict(a=1, b=[2]) }}",
    "{{ dict(a=1).items()|list }}", "{{ cycler('a','b').next() }}", "{% set j = joiner('-') %}{{ j() }}a{{ j() }}b{{ j() }}c", "{{ lipsum is callable }}",
    "{{ range(2, 10, 3)|list }}", "{{ 10000000000000000000000 + 1 }}", "{{ 7 // -2 }}{{ -7 % 3 }}{{ 7.5 // 2 }}", "{{ 1 / 3 }}", "{{ 1_000 }}", "{{ 0x1F }}{{ 0b11 }}{{ 0o17 }}",
    "{{ 1.0 }} {{ 1e3 }} {{ 1e16 }} {{ 1e-5 }} {{ 123456789.123456789 }}", "{{ 'a\\nb'|indent }}", "{{ foo.bar }}", "{{ foo['bar'] }}", "{{ (1,) }}{{ () }}",
    "{{ [1, [2, {'a': (3,)}]] }}", "{{ 'it''s' }}", "{{ \"it's\" ~ 'say \"x\"' }}", "{{ ['it\\'s', 'b\"c', '\\n'] }}", "{% block b %}x{% endblock %}{{ self.b() }}",
    "{% do [] %}", "{% unknown %}", "{{ 1 + }}", "{% for %}", "{{ x | nofilter }}", "{{ x is notest }}", "{% if 1 %}", "{{ 'a' 'b' }}", "{{ a.b.c }}", "{{ none.x }}", "{{ 1.5.real }}",
]

cases = [f"{{{{ {value}|{filter} }}}}" for filter in FILTERS for value in VALUES]
cases += [f"{{{{ {value} is {test} }}}}{{{{ {value} is not {test} }}}}" for test in TESTS for value in VALUES]
cases += [f"{{{{ {left} {operator} {right} }}}}" for operator in OPERATORS for left in PAIRS for right in PAIRS]
cases += [f"{{{{ {text}.{method} }}}}" for method in METHODS for text in TEXTS]
cases += [f"{{{{ ({sequence}){slice} }}}}" for slice in SLICES for sequence in SEQUENCES]
cases += [f"{{{{ '{format}'.format({number}) }}}}" for format in FORMATS for number in NUMBERS]
cases += [f"{{{{ '{format}' % {number} }}}}" for format in PERCENTS for number in NUMBERS]
cases += STATEMENTS
print("[\n" + ",\n".join(json.dumps({"template": template}, ensure_ascii=False) for template in dict.fromkeys(cases)) + "\n]")
