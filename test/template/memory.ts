import { setFlagsFromString } from "node:v8";
import { Template } from "../../src/template/index.ts";
import { memoryInUse } from "../helpers/memory-in-use.ts";

/** What a render took. */
export interface Usage {
	/** Characters of its output. */
	readonly output: number;
	/** Bytes it held at the worst of the moments looked at, beyond those in use before. */
	readonly peak: number;
}

/** Ways of building a text piece by piece. */
export const BUILDERS: Readonly<Record<string, string>> = {
	"printed directly": "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\n{% endfor %}",
	"through a macro":
		"{% macro show(m) %}<|{{ m.role }}|>{{ m.content | trim }}{% endmacro %}{% for m in messages %}{{ show(m) }}\n{% endfor %}",
	"in a namespace":
		"{% set ns = namespace(text='') %}{% for m in messages %}{% set ns.text = ns.text + m.role ~ m.content %}{% endfor %}{{ ns.text }}",
	"in a captured block":
		"{% set text %}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\n{% endfor %}{% endset %}{{ text | trim }}",
	"in a list":
		"{% set ns = namespace(all=[]) %}{% for m in messages %}{% set ns.all = [m.role ~ m.content] %}{{ ns.all | join }}{% endfor %}",
	"as JSON": "{{ messages | tojson }}",
	"in a filtered block":
		"{% filter upper %}{% for m in messages %}{{ m.role }}{{ m.content }}{% endfor %}{% endfilter %}",
};

/** Moments at which memory is looked at during a render. */
const SAMPLES = 4;

/** Renders so many messages with a template, and looks at the memory in use each time some more have been read. */
export function measureUsage(source: string, count: number): Usage {
	let peak = 0;
	let before = 0;
	const every = Math.ceil(count / SAMPLES);
	const messages = Array.from({ length: count }, (_, index) => {
		const message = { role: index % 2 === 0 ? "user" : "assistant", content: "" };
		const text = `Message ${index}: could you explain how the result of step ${index} follows?`;
		if (index % every !== every - 1) return { ...message, content: text };
		// Reading the property is a moment in the middle of the render.
		return Object.defineProperty(message, "content", {
			enumerable: true,
			get: () => {
				peak = Math.max(peak, memoryInUse() - before);
				return text;
			},
		});
	});
	const template = new Template(source);
	template.render({ messages: messages.slice(0, 200) });
	before = memoryInUse();
	const output = template.render({ messages });
	peak = Math.max(peak, memoryInUse() - before);
	return { output: output.length, peak };
}

/** Returns the bytes a value holds: the median of some measurements, since V8 compiles and drops code meanwhile. */
export function measureHeap(make: () => unknown): number {
	// Else code that was compiled before is dropped meanwhile.
	setFlagsFromString("--no-flush-bytecode");
	const [copies, rounds] = [50, 9];
	for (let copy = 0; copy < 2 * copies; copy++) make();
	const held = Array.from({ length: rounds }, () => {
		const before = memoryInUse();
		const kept = Array.from({ length: copies }, make);
		return (memoryInUse() - before) / kept.length;
	}).sort((one, other) => one - other);
	return held[(rounds - 1) / 2] ?? 0;
}
