import { describe, it } from "vitest";
import { Template } from "../../src/template/index.ts";
import { check } from "./cases.ts";

const CONTEXT = { big: 1e300, items: [1, 2] };

/** What Python refuses too, in words of its own or, where nothing else says it better, in the same. */
const refused: [template: string, kind: string, message: string][] = [
	["{{ \ufeffitems }}", "syntax", "unexpected char '\\ufeff' at 3"],
	["{{ ' }}", "syntax", 'unexpected char "\'" at 3'],
	["{% for loop in items %}{% endfor %}", "syntax", "Can't assign to special loop variable in for-loop target"],
	["{% for i in items %}{% extends 'a' %}{% endfor %}", "syntax", "cannot use extend from a non top-level scope"],
	[
		"{% extends 'a' %}{% with %}{% extends 'b' %}{% endwith %}",
		"syntax",
		"cannot use extend from a non top-level scope",
	],
	[
		"{% if items %}{% set b = 1 %}",
		"syntax",
		"Unexpected end of template. Jinja was looking for the following tags: 'elif' or 'else' or 'endif'. The innermost block that needs to be closed is 'if'.",
	],
	["{% macro true() %}{% endmacro %}", "syntax", "can't assign to 'name'"],
	["{% macro m(none) %}{% endmacro %}", "syntax", "can't assign to 'name'"],
	["{% from 'a' import x as None %}", "syntax", "can't assign to 'name'"],
	["{% set true = 1 %}", "syntax", "can't assign to 'const'"],
	["{{ 1e300 ** 2 }}", "runtime", "(34, 'Numerical result out of range')"],
	["{{ 2 ** 2000 * 1.5 }}", "runtime", "int too large to convert to float"],
	["{{ 2 ** 2000 / 3 }}", "runtime", "integer division result too large for a float"],
	[
		"{{ (big * big)|filesizeformat }}|{{ (0 - big * big)|filesizeformat }}",
		"runtime",
		"cannot convert float infinity to integer",
	],
	["{{ '%*d' % (1.5, 2) }}", "runtime", "* wants int"],
	["{{ '%5%' % 1 }}", "runtime", "unsupported format character '%' (0x25)"],
	["{{ ('%x'|safe) % 1 }}", "runtime", "%x format: an integer is required"],
	["{{ ('{:>3}'|safe).format('<'|safe) }}", "runtime", "Unsupported format specification for Markup."],
	["{{ '{a}'.format_map([]) }}", "runtime", "format_map() expects a mapping"],
	["{{ 'a'.startswith('a', 'b') }}", "runtime", "slice indices must be integers or None or have an __index__ method"],
	["{{ 'a'.splitlines([]) }}", "runtime", "'list' object cannot be interpreted as an integer"],
	["{{ items|attr(1) }}", "runtime", "attribute name must be str, not int"],
	["{{ strftime_now(1) }}", "runtime", "strftime() argument 1 must be str, not int"],
	["{{ dict(missing) }}", "undefined", "'missing' is undefined"],
	["{{ [1]|min(attribute='a.b') }}", "undefined", "'int object' has no attribute 'a'"],
	["{{ (['a']|groupby({}))[0].grouper.x }}", "undefined", "str object has no element {}"],
	["{{ (1,).copy() }}", "undefined", "'tuple object' has no attribute 'copy'"],
	["{{ (1.5).bit_length() }}", "undefined", "'float object' has no attribute 'bit_length'"],
];

describe("errors", () => {
	for (const [template, kind, message] of refused)
		it(template, () => {
			check(() => new Template(template, { loader: {} }).render(CONTEXT), { error: { kind, message } }, true);
		});
});
