import { describe, expect, it } from "vitest";
import { describeChatTemplate, undeclaredVariables } from "../../src/template/full.ts";

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
	];
	for (const [source, names, nested] of rows)
		it(source, () => {
			expect(undeclaredVariables(source)).toEqual(names);
			expect(undeclaredVariables(source, { nested: true })).toEqual(nested);
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
