import { describe, expect, it } from "vitest";
import { parseShortForm, ShortFormError } from "../../../src/inference/object/short-form.ts";
import { createRandom } from "./schemas.ts";

const text = { type: "string" };
const object = (properties: Record<string, unknown>) => ({
	type: "object",
	properties,
	required: Object.keys(properties),
	additionalProperties: false,
});

describe("parseShortForm", () => {
	it.each([
		["name", { name: text }],
		[
			"name, age int, height float, ok bool, note str",
			{ name: text, age: { type: "integer" }, height: { type: "number" }, ok: { type: "boolean" }, note: text },
		],
		[
			"name, age int, tags [str], bio: one sentence",
			{
				name: text,
				age: { type: "integer" },
				tags: { type: "array", items: text },
				bio: { ...text, description: "one sentence" },
			},
		],
		[
			"address {street, city: its name}, n int",
			{ address: object({ street: text, city: { ...text, description: "its name" } }), n: { type: "integer" } },
		],
		[
			"people [{name, ages [[int]]}]",
			{
				people: {
					type: "array",
					items: object({ name: text, ages: { type: "array", items: { type: "array", items: { type: "integer" } } } }),
				},
			},
		],
		[
			'bio: "short, one {sentence}", age int: in years',
			{ bio: { ...text, description: "short, one {sentence}" }, age: { type: "integer", description: "in years" } },
		],
		[
			"name: first, last\nage int\n\nplace {\n  city: a, b\n  land\n}\n",
			{
				name: { ...text, description: "first, last" },
				age: { type: "integer" },
				place: object({ city: { ...text, description: "a, b" }, land: text }),
			},
		],
		["größe int, full-name,", { größe: { type: "integer" }, "full-name": text }],
		["__proto__ int", JSON.parse('{"__proto__": {"type": "integer"}}')],
	])("reads %s", (form, properties) => {
		expect(JSON.stringify(parseShortForm(form))).toBe(JSON.stringify(object(properties)));
	});

	it.each([
		["", 0, "Expected a name"],
		["  ", 2, "Expected a name"],
		[", a", 0, "Expected a name"],
		["a,,b", 2, "Expected a name"],
		["name strin, age int", 5, 'Unknown type "strin"'],
		["a int int", 6, "Expected a comma"],
		["a [str", 6, 'Expected "]"'],
		["a [", 3, "Expected a type"],
		["a {b, c", 7, 'Expected "}"'],
		["a {}", 3, "Expected a name"],
		["a}", 1, 'Unexpected "}"'],
		["a, b int, a", 10, "The name a is there twice"],
		['a: "x', 3, "The quote does not end"],
		["1a", 0, "Expected a name"],
		["a\nb strin", 4, 'Unknown type "strin"'],
		[`a ${"[".repeat(30)}`, 22, "More than 20 levels"],
	])("rejects %j at its position", (form, at, message) => {
		let error: unknown;
		try {
			parseShortForm(form);
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toBeInstanceOf(ShortFormError);
		expect(error).toMatchObject({ at, form });
		expect(String(error)).toContain(message);
		expect(String(error)).toContain(`at character ${at + 1}`);
	});

	it("reads forms written from schemas, and no input makes it hang or crash", () => {
		for (let seed = 1; seed <= 2000; seed++) {
			const next = createRandom(seed);
			const schema = generate(next, 0);
			const form = write(schema, next);
			expect(parseShortForm(form)).toEqual(schema);
			const broken = damage(form, next);
			try {
				const again = parseShortForm(broken);
				expect(again["type"]).toBe("object");
			} catch (error) {
				if (!(error instanceof ShortFormError)) throw error;
				expect(error.at).toBeLessThanOrEqual(broken.length);
			}
		}
	});
});

interface Node {
	type: string;
	description?: string;
	items?: Node;
	properties?: Record<string, Node>;
}

function generate(next: () => number, depth: number): Node {
	const count = 1 + Math.floor(next() * 4);
	const entries = Array.from({ length: count }, (_, index): [string, Node] => {
		const node = generateType(next, depth + 1);
		const description = next() < 0.3 ? (["one word", "a, b } c", 'say "no"'][Math.floor(next() * 3)] ?? "") : undefined;
		return [`field${index}`, description === undefined ? node : { ...node, description }];
	});
	return object(Object.fromEntries(entries)) as unknown as Node;
}

function generateType(next: () => number, depth: number): Node {
	const at = Math.floor(next() * (depth > 3 ? 4 : 6));
	const simple = ["string", "integer", "number", "boolean"][at];
	if (simple !== undefined) return { type: simple };
	return at === 4 ? { type: "array", items: generateType(next, depth + 1) } : generate(next, depth);
}

const WORDS: Record<string, string> = { string: "str", integer: "int", number: "float", boolean: "bool" };

/** The short form of a schema, with blanks and separators at random. */
function write(schema: Node, next: () => number): string {
	const blank = (): string => (next() < 0.3 ? " " : "");
	const type = (node: Node): string => {
		if (node.type === "array" && node.items) return `[${blank()}${type(node.items)}${blank()}]`;
		return node.type === "object" ? `{${blank()}${write(node, next)}${blank()}}` : (WORDS[node.type] ?? "");
	};
	return Object.entries(schema.properties ?? {})
		.map(([name, node]) => {
			const isBare = node.type === "string" && next() < 0.5;
			const description = node.description === undefined ? "" : `: "${node.description.replace(/(["\\])/g, "\\$1")}"`;
			return `${name}${isBare ? "" : ` ${type(node)}`}${blank()}${description}`;
		})
		.join(`${blank()},${blank()}`);
}

function damage(form: string, next: () => number): string {
	const at = Math.floor(next() * (form.length + 1));
	const insert = ["", "{", "}", "[", "]", ":", ",", '"', "\n", "\0", "é", "9"][Math.floor(next() * 12)] ?? "";
	return form.slice(0, at) + insert + form.slice(at + Math.floor(next() * 3));
}
