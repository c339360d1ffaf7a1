import { Template as ReferenceTemplate } from "@huggingface/jinja";
import { expect, it } from "vitest";
import { Template } from "../../src/template/index.ts";
import { BUILDERS, measureHeap, measureUsage } from "./memory.ts";

/** Bytes per character of output; about 2 are usual. If memory grew with the square, they would grow with the output. */
const MAX_BYTES = 8;

for (const [name, source] of Object.entries(BUILDERS))
	it(`uses memory in proportion to a text made ${name}`, () => {
		const count = 4_000;
		const { output, peak } = measureUsage(source, count);
		expect(output).toBeGreaterThan(70 * count);
		expect(peak / output).toBeLessThan(MAX_BYTES);
	});

/** Parts of which chat templates are made. */
const SOURCE = `{%- if tools %}{{- '<tools>' }}{%- for tool in tools %}{{- tool | tojson }}{%- endfor %}{%- endif %}
{%- set ns = namespace(last=messages|length - 1) %}
{%- for message in messages %}
{%- if message.role == "user" or (message.role == "system" and not loop.first) %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}
{%- elif message.role == "assistant" %}
{%- set content = message.content %}
{%- if '</think>' in content %}{%- set content = content.split('</think>')[-1].lstrip('\\n') %}{%- endif %}
{{- '<|im_start|>' + message.role + '\\n' + content }}
{%- if message.tool_calls %}{%- for call in message.tool_calls %}{{- '{"name": "' + call.name + '"}' }}{%- endfor %}{%- endif %}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}`;

/** Times what the reference holds. Real templates have more text and less code: the five of `bench:template` hold 1.1 times as much. */
const MAX_HEAP = 2.5;

it("needs little more memory for a compiled template than the reference needs for its syntax tree", () => {
	const context = { messages: [{ role: "user", content: "Hi" }] };
	const measure = (Engine: typeof Template | typeof ReferenceTemplate): number =>
		measureHeap(() => {
			const template = new Engine(SOURCE);
			template.render(context);
			return template;
		});
	// V8 optimizes code meanwhile, which changes one measurement in many by half.
	const ratios = Array.from({ length: 3 }, () => measure(Template) / measure(ReferenceTemplate));
	expect(ratios.sort((one, other) => one - other)[1]).toBeLessThan(MAX_HEAP);
});

it("parses the syntax tree again once on request", () => {
	const template = new Template("{% if a %}{{ b }}{% endif %}");
	expect(template.parsed.body[0]?.type).toBe("If");
	expect(template.parsed).toBe(template.parsed);
});
