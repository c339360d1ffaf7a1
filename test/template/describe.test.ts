import { describe, expect, it } from "vitest";
import { describeChatTemplate, undeclaredVariables } from "../../src/template/index.ts";

describe("undeclaredVariables", () => {
	const rows: [source: string, names: string[], nested: string[]][] = [
		["{{ a }}{{ b.c }}{{ range(3) }}{{ true }}", ["a", "b"], ["a", "b.c"]],
		[
			"{% for m in messages %}{{ m.role }}{{ m['content'] }}{{ loop.index }}{% endfor %}",
			["messages"],
			["messages[].role", "messages[].content"],
		],
		["{% for m in messages %}{% if m.tool_calls %}x{% endif %}{% endfor %}", ["messages"], ["messages[].tool_calls"]],
		[
			"{{ messages[0].role }}{{ (messages|last).x }}{{ messages[1:][i].y }}",
			["messages", "i"],
			["messages[].role", "messages[].x", "i", "messages[].y"],
		],
		["{% set m = messages[0] %}{{ m.get('name') }}{{ m.items() }}", ["messages"], ["messages[].name"]],
		[
			"{% set x = 1 %}{{ x }}{% macro f(a, b=c) %}{{ a }}{{ b }}{{ d }}{{ caller() }}{% endmacro %}{{ f(e) }}",
			["c", "d", "e"],
			["c", "d", "e"],
		],
		["{% if a %}{% set x = 1 %}{% endif %}{{ x }}", ["a", "x"], ["a", "x"]],
		["{% if a %}{% set x = 1 %}{% else %}{% set x = 2 %}{% endif %}{{ x }}", ["a"], ["a"]],
		["{% with y = z %}{{ y.k }}{% endwith %}{{ y }}", ["z", "y"], ["z.k", "y"]],
		["{% for k, v in d.items() %}{{ k }}{{ v }}{% endfor %}{{ k }}", ["d", "k"], ["d", "k"]],
		[
			"{% import n as q %}{{ q.f(g) }}{% include h %}{% block b %}{{ super() }}{{ o }}{% endblock %}",
			["n", "g", "h", "o"],
			["n", "g", "h", "o"],
		],
		// What only a part of each node reads.
		["{{ self.b() }}{{ a.self }}", ["a"], ["a.self"]],
		["{{ f(a=x, *y, **z) }}", ["x", "y", "z", "f"], ["x", "y", "z", "f"]],
		[
			"{{ (a and b).c }}{{ (d or e).f }}{{ ([] or g).h }}{{ (i + j).k }}",
			["a", "b", "d", "e", "g", "i", "j"],
			["b", "a.c", "e", "d.f", "g.h", "i", "j"],
		],
		["{{ (a|d(x))[0].b }}", ["a", "x"], ["x", "a[].b"]],
		["{{ (a|map('x'))[0].b }}", ["a"], ["a"]],
		["{{ a is eq(b) }}{{ c is not in d }}", ["a", "b", "c", "d"], ["a", "b", "c", "d"]],
		[
			"{{ (a if c else b).x }}{{ ([] if c else d).y }}{{ (e if c).z }}",
			["c", "a", "b", "d", "e"],
			["c", "b", "a.x", "d.y", "e.z"],
		],
		["{% filter upper|replace(a, b) %}{{ c }}{% endfilter %}", ["a", "b", "c"], ["a", "b", "c"]],
		["{% with a = b, c = a %}{{ a.x }}{{ c }}{% endwith %}", ["b", "a"], ["a", "b.x"]],
		["{% autoescape a %}{{ b }}{% endautoescape %}", ["a", "b"], ["a", "b"]],
		["{% block b %}{{ self.x }}{{ super() }}{% endblock %}{{ super }}", ["super"], ["super"]],
		["{% from a import b as c, d %}{{ b }}{{ c }}{{ d }}", ["a", "b"], ["a", "b"]],
		["{% set x | replace(a, b) %}{{ c }}{% endset %}{{ x }}", ["c", "a", "b"], ["c", "a", "b"]],
		[
			"{% for x in a if x.k == b %}{{ x }}{% else %}{{ c }}{{ loop }}{% endfor %}",
			["a", "b", "c", "loop"],
			["a[].k", "b", "c", "loop"],
		],
		[
			"{% macro m(p, q=a) %}{{ p }}{{ q }}{{ caller }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m }}{{ p }}",
			["a", "p"],
			["a", "p"],
		],
		["{{ a[b] }}{{ a['k'] }}{{ a.0 }}", ["a", "b"], ["b", "a[]", "a.k"]],
		["{{ a[b:c:d].x }}", ["a", "b", "c", "d"], ["b", "c", "d", "a.x"]],
		["{{ a.find('x') }}{{ a.get('y') }}{{ a.get(z) }}", ["a", "z"], ["a.y", "z"]],
		["{{ {a: b, 'k': c} }}{{ [d, (e, f)] }}", ["a", "b", "c", "d", "e", "f"], ["a", "b", "c", "d", "e", "f"]],
		["{{ a < b < c }}{{ -d }}{{ not e }}", ["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e"]],
		[
			"{% set x = a %}{{ x.y }}{% set ns.k = b %}{% set c, d = e %}{{ c.z }}",
			["a", "b", "ns", "e"],
			["a.y", "b", "ns.k", "e"],
		],
		["{% do a.append(b) %}{% include c %}{% extends d %}", ["b", "a", "c", "d"], ["b", "a", "c", "d"]],
		["{% call(u) m(a) %}{{ u }}{{ b }}{{ caller }}{% endcall %}", ["a", "m", "b"], ["a", "m", "b"]],
		["{% generation %}{% set g = a %}{% endgeneration %}{{ g }}", ["a", "g"], ["a", "g"]],
		[
			"{% if a %}{% set x = b %}{% elif c %}{% set x = d %}{% else %}{% set x = e %}{% endif %}{{ x.y }}",
			["a", "b", "c", "d", "e"],
			["a", "c", "d", "e", "b.y"],
		],
		["{% if a %}{% set x = 1 %}{% else %}{% set x = b %}{% endif %}{{ x.y }}", ["a", "b"], ["a", "b.y"]],
	];
	for (const [source, names, nested] of rows)
		it(source, () => {
			expect(undeclaredVariables(source, { extensions: ["do"] })).toEqual(names);
			expect(undeclaredVariables(source, { extensions: ["do"], nested: true })).toEqual(nested);
		});

	it.each([
		"list",
		"reverse",
		"sort",
		"unique",
		"select",
		"reject",
		"selectattr('r')",
		"rejectattr('r')",
		"default([])",
	])("knows the items that %s keeps", (filter) => {
		expect(undeclaredVariables(`{{ (a|${filter})[0].b }}`, { nested: true })).toEqual(["a[].b"]);
	});

	it.each(["first", "last", "random", "min", "max"])("knows the item that %s takes", (filter) => {
		expect(undeclaredVariables(`{{ (a|${filter}).b }}`, { nested: true })).toEqual(["a[].b"]);
	});

	it("reads tags with more names and filters than a call takes arguments", () => {
		expect(undeclaredVariables(`{% from n import a${",b".repeat(150_000)} %}{{ b }}`)).toEqual(["n"]);
		expect(undeclaredVariables(`{% set x${"|e".repeat(150_000)} %}{{ y }}{% endset %}`)).toEqual(["y"]);
	});

	it("omits globals of the host", () => {
		expect(undeclaredVariables("{{ site }}{{ page }}", { globals: { site: 1 } })).toEqual(["page"]);
	});
});

describe("describeChatTemplate", () => {
	const LOOP = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}";
	const nothing = {
		system: true,
		tools: false,
		documents: false,
		images: false,
		thinking: false,
		roles: ["system", "user", "assistant"],
	};
	const rows: [name: string, source: string, expected: object][] = [
		["a plain loop", LOOP, nothing],
		[
			"a template that refuses system messages",
			`{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}${LOOP}`,
			{ ...nothing, system: false, roles: ["user", "assistant"] },
		],
		["tools", `{% if tools %}{{ tools|tojson }}{% endif %}${LOOP}`, { ...nothing, tools: true }],
		["documents", `{% for d in documents or [] %}{{ d.text }}{% endfor %}${LOOP}`, { ...nothing, documents: true }],
		["a thinking switch", `${LOOP}{% if enable_thinking %}…{% endif %}`, { ...nothing, thinking: true }],
		[
			"earlier reasoning",
			"{% for m in messages %}{{ m.reasoning_content }}{{ m.content }}{% endfor %}",
			{ ...nothing, thinking: true },
		],
		[
			"a role for tools",
			`${LOOP}{% if messages[0].role == 'tool' %}{% endif %}`,
			{ ...nothing, roles: ["system", "user", "assistant", "tool"] },
		],
		[
			"images",
			"{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}{% for c in m.content %}{% if c.type == 'image' %}<image>{% else %}{{ c.text }}{% endif %}{% endfor %}{% endif %}{% endfor %}",
			{ ...nothing, images: true },
		],
	];
	for (const [name, source, expected] of rows)
		it(name, () => {
			expect(describeChatTemplate(source)).toEqual(expected);
		});
});
