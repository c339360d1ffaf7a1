import { deflateSync } from "node:zlib";

const MODEL = "sandbox/conversational";
export const KEY = { authorization: "Bearer hf_test", "content-type": "application/json" };

export function chat(content: string, more: object = {}): string {
	return JSON.stringify({ model: MODEL, messages: [{ role: "user", content }], ...more });
}

function schema(value: object): object {
	return { response_format: { type: "json_schema", json_schema: { name: "x", schema: value } } };
}

function createBomb(size: number): string {
	const chunk = (type: string, content: Buffer): Buffer => {
		const head = Buffer.alloc(8);
		head.writeUInt32BE(content.length);
		head.write(type, 4, "latin1");
		return Buffer.concat([head, content, Buffer.alloc(4)]);
	};
	const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const pixels = chunk("IDAT", deflateSync(Buffer.alloc(size)));
	return Buffer.concat([signature, chunk("IHDR", header), pixels, chunk("IEND", Buffer.alloc(0))]).toString("base64");
}

const BOMB = createBomb(256 << 20);

const nested = (depth: number): object =>
	depth === 0 ? { type: "string" } : { type: "array", minItems: 100, items: nested(depth - 1) };

const tool = (name: string): object => ({
	type: "function",
	function: { name, parameters: { type: "object", properties: { city: { type: "string" } } } },
});

const image = (data: string): string =>
	JSON.stringify({
		model: MODEL,
		messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] }],
	});

/** Bodies of chat requests that took minutes, or ended the process, before they were bounded; and the right status. */
export const LARGE_REQUESTS: readonly (readonly [name: string, body: () => string, status: number])[] = [
	["a schema with minItems 1e9", () => chat("x", schema({ type: "array", minItems: 1e9 })), 400],
	["a schema of nested lists", () => chat("x", schema(nested(6))), 400],
	["a schema with a string of 1e9 characters", () => chat("x", schema({ type: "string", minLength: 1e9 })), 400],
	[
		"a schema with a pattern of 1e9 characters",
		() => chat("x", schema({ type: "string", pattern: "a{1000000000}" })),
		400,
	],
	[
		"a schema with a catastrophic pattern",
		() => chat(`${"a".repeat(50)}!`, schema({ type: "string", pattern: "^(a+)+$" })),
		200,
	],
	["a schema that contains itself", () => chat("x", schema({ allOf: [{ $ref: "#" }] })), 400],
	["a sum of 100,000 terms", () => chat(Array(100_000).fill("1").join("+")), 200],
	["a product of numbers with 100,000 digits", () => chat(`${"9".repeat(1e5)} * ${"9".repeat(1e5)}`), 200],
	["open brackets", () => chat("(".repeat(100_000)), 200],
	["a prompt of 20 MB", () => chat("a ".repeat(10_000_000)), 400],
	["JSON of a million lists", () => `{"a":[${"[],".repeat(1_000_000)}0]}`, 400],
	["JSON of a million levels", () => "[".repeat(1_000_000), 400],
	["max_tokens 1e9", () => chat("Tell me a story", { max_tokens: 1e9 }), 200],
	["300,000 messages", () => chat("x", { messages: Array(300_000).fill({ role: "user", content: "x" }) }), 400],
	["20,000 tools", () => chat("x", { tools: Array.from({ length: 20_000 }, (_, index) => tool(`f${index}`)) }), 200],
	[
		"a tool whose properties are a text of 2 MB",
		() => {
			const read = { name: "read_file", parameters: { properties: "x".repeat(2e6) } };
			return chat("Read a.txt", { tools: [{ type: "function", function: read }] });
		},
		200,
	],
	["a PNG of one pixel with 256 MB behind it", () => image(BOMB), 200],
];
