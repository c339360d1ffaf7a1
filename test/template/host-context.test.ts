import { describe, expect, it } from "vitest";
import { type HostContext, passContext, Template } from "../../src/template/index.ts";

describe("functions of the host with passContext", () => {
	const greet = passContext(({ get }: HostContext, name: string) => `${get("greeting")} ${name}`);

	it("see the context, set variables, and variables of loops and macros", () => {
		const template = new Template(
			"{{ greet('a') }}{% set greeting = 'Hey' %}, {{ greet('b') }}{% for greeting in ['Oi'] %}, {{ greet('c') }}{% endfor %}" +
				"{% macro m(greeting) %}, {{ greet('d') }}{% endmacro %}{{ m('Yo') }}",
			{ globals: { greet } },
		);
		expect(template.render({ greeting: "Hi" })).toBe("Hi a, Hey b, Oi c, Yo d");
	});

	it("may be filters, tests, methods, context values, and arguments of map", () => {
		const hail = passContext(({ get }: HostContext, name: string) => `${get("greeting")} ${name}`);
		const isKnown = passContext(({ get }: HostContext, name: string) => get("known") === name);
		const template = new Template(
			"{{ 'a'|hail }};{{ 'b' is isKnown }};{{ o.greet('c') }};{{ own('d') }};{{ ['e']|map('hail')|first }}",
			{
				filters: { hail },
				tests: { isKnown },
			},
		);
		const context = { greeting: "Hi", known: "b", o: { greet }, own: greet };
		expect(template.render(context)).toBe("Hi a;True;Hi c;Hi d;Hi e");
	});

	it("see whether autoescape is on, and which template calls", () => {
		const where = passContext(({ autoescape, templateName }: HostContext) => `${templateName}:${autoescape}`);
		const loader = { part: "{{ where() }}" };
		const template = new Template(
			"{{ where() }} {% autoescape true %}{{ where() }}{% endautoescape %} {% include 'part' %}",
			{
				name: "main",
				loader,
				globals: { where },
			},
		);
		expect(template.render()).toBe("main:false main:true part:false");
	});
});
