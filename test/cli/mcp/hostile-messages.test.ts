import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TASK_TOOLS } from "../../../src/cli/commands/mcp/task-tools.ts";
import { type McpService, type McpSession, startMcp, startMcpService } from "../../helpers/mcp-session.ts";
import { createHome, type Home } from "../../helpers/session.ts";
import { UNPRINTABLE } from "../../hostile/mutants.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let home: Home;
let session: McpSession;
let service: McpService;
beforeAll(async () => {
	home = createHome();
	writeFileSync(join(home.folder, "pixel.png"), Buffer.from(PIXEL, "base64"));
	session = await startMcp(["--sandbox"], { cwd: home.folder, env: home.env });
	service = await startMcpService(["--sandbox"], { cwd: home.folder, env: home.env });
});
afterAll(async () => {
	await session.leave();
	await service.close();
	home.remove();
});

const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
/** Values in place of an argument. */
const VALUES: readonly unknown[] = [
	...UNPRINTABLE,
	null,
	true,
	-1,
	0.5,
	1e308,
	2 ** 53,
	"",
	"\0",
	"a\0b\u001b[2J\u202e\ud800",
	"9".repeat(400),
	"x".repeat(200_000),
	[],
	{},
	[null],
	["\0"],
	deep(400),
	"__proto__",
	"/dev/stdin",
	"http://[::1",
	"data:image/png;base64,%%%",
	JSON.parse('{"__proto__":{"toString":null},"constructor":null,"length":-1}'),
];
/** What the message of a fault of the program has. */
const FAULT = /a bug in hub|\[object Object\]|Cannot (?:convert|read)|is not a function|TypeError|RangeError| {4}at /;

function argumentsOf(properties: object): Record<string, unknown> {
	const valid: Record<string, unknown> = { image: "pixel.png", audio: "pixel.png", texts: ["a"], labels: ["a", "b"] };
	const names = Object.keys(properties).map((name) => name.replace("?", ""));
	return Object.fromEntries(
		names.map((name) => [name, valid[name] ?? (/width|height|max_|seed/.test(name) ? 16 : "hi")]),
	);
}

describe("a call with a hostile argument", () => {
	it.each(TASK_TOOLS.map(({ name, properties }) => [name, properties] as const))(
		"of %s ends in an answer or an error of its own",
		async (name, properties) => {
			const whole = argumentsOf(properties);
			for (const key of [...Object.keys(whole), "model", "more"]) {
				for (const value of VALUES) {
					const result = await session.client.callTool({ name, arguments: { ...whole, [key]: value } });
					const text = JSON.stringify(result.content);
					if (result.isError) expect(text.length).toBeLessThan(20_000);
					expect(text, `${name} ${key}=${JSON.stringify(value).slice(0, 80)}`).not.toMatch(FAULT);
				}
			}
			expect(session.stderr()).not.toMatch(FAULT);
		},
		60_000,
	);
});

const MESSAGES: readonly string[] = [
	"",
	"null",
	"7",
	"[]",
	"[[]]",
	'"\\u0000"',
	"{}",
	'{"jsonrpc":"2.0"}',
	'{"jsonrpc":"2.0","id":{"toString":1},"method":"tools/list"}',
	'{"jsonrpc":"2.0","id":1e308,"method":"tools/list","params":[]}',
	'{"jsonrpc":"2.0","id":"\\u0000","method":"\\u0000"}',
	'{"jsonrpc":"2.0","id":901,"method":{"toString":1}}',
	'{"jsonrpc":"2.0","id":902,"method":"tools/call"}',
	'{"jsonrpc":"2.0","id":903,"method":"tools/call","params":{"name":{"toString":1},"arguments":7}}',
	'{"jsonrpc":"2.0","id":904,"method":"tools/call","params":{"name":"__proto__","arguments":{}}}',
	'{"jsonrpc":"2.0","id":905,"method":"tools/call","params":{"name":"chat","arguments":{"prompt":"x"},"_meta":{"progressToken":{"toString":1}}}}',
	'{"jsonrpc":"2.0","id":906,"method":"tools/call","params":{"name":"chat","arguments":{"prompt":"x"},"_meta":7}}',
	'{"jsonrpc":"2.0","id":907,"method":"initialize","params":{"protocolVersion":{"toString":1}}}',
	'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"toString":1},"reason":[]}}',
	'{"jsonrpc":"2.0","id":908,"result":{"toString":1}}',
	'{"jsonrpc":"2.0","id":909,"error":{"code":"x","message":{"toString":1}}}',
	`{"jsonrpc":"2.0","id":910,"method":"tools/call","params":${"[".repeat(5000)}${"]".repeat(5000)}}`,
	`{"jsonrpc":"2.0","id":911,"method":"tools/call","params":{"name":"chat","arguments":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}}`,
	`${"[".repeat(100_000)}`,
	"\u0000\u001b[2J",
];

describe("a hostile message", () => {
	it("over standard input leaves the server as it was", async () => {
		for (const message of MESSAGES) session.write(`${message}\n`);
		const { content } = await session.client.callTool({ name: "chat", arguments: { prompt: "Say hi" } });
		expect(JSON.stringify(content)).not.toMatch(FAULT);
		expect(session.stderr()).not.toMatch(FAULT);
	});

	it.each(MESSAGES)("over HTTP is the client's fault: %j", async (message) => {
		const headers = {
			authorization: `Bearer ${service.key}`,
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
		};
		const response = await fetch(service.url, { method: "POST", headers, body: message });
		const text = await response.text();
		expect(response.status, text).toBeLessThan(500);
		expect(text).not.toMatch(FAULT);
	});
});
