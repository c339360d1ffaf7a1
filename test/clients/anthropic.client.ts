import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Anthropic, { APIUserAbortError, BadRequestError, NotFoundError, RateLimitError } from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const KEY = "key-of-the-clients-test";
const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const children: ChildProcess[] = [];
let url = "";

async function serve(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
	const child = spawn(process.execPath, [hub, "serve", "--port", "0", "--json", ...args], {
		env: { PATH: process.env["PATH"], HOME: process.env["HOME"], HUB_SERVE_KEY: KEY, ...env },
		stdio: ["ignore", "pipe", "inherit"],
	});
	children.push(child);
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	return (JSON.parse(line) as { url: string }).url;
}

/** What a service answers. */
interface Scripted {
	status?: number;
	events?: string[];
	body?: object;
	isHeld?: boolean;
}

beforeAll(async () => {
	url = await serve(["--sandbox", "--alias", "fast=openai/gpt-oss-20b:groq,openai/gpt-oss-20b:cerebras"]);
});
afterAll(async () => {
	for (const child of children) {
		// A call that is held would be waited for.
		child.kill("SIGKILL");
		if (child.exitCode === null) await once(child, "exit");
	}
});

const client = (options: object = {}): Anthropic =>
	new Anthropic({ baseURL: url, apiKey: KEY, maxRetries: 0, ...options });
const ask = { model: "fast", max_tokens: 200, messages: [{ role: "user" as const, content: "What is 12 * 7?" }] };
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

describe("@anthropic-ai/sdk through hub serve", () => {
	it("creates messages, with a key or a token", async () => {
		const message = await client().messages.create(ask);
		expect(message).toMatchObject({ type: "message", role: "assistant", stop_reason: "end_turn" });
		expect(message.content.at(-1)).toMatchObject({ type: "text", text: expect.stringContaining("84") });
		expect(message.usage.input_tokens).toBeGreaterThan(0);
		const other = new Anthropic({ baseURL: url, authToken: KEY, apiKey: null });
		expect((await other.messages.create(ask)).content).not.toEqual([]);
	});

	it("streams, with the helpers", async () => {
		let text = "";
		const stream = client()
			.messages.stream(ask)
			.on("text", (piece) => {
				text += piece;
			});
		const message = await stream.finalMessage();
		expect(text).toContain("84");
		expect(await stream.finalText()).toBe(text);
		expect(message.stop_reason).toBe("end_turn");
		expect(message.usage.output_tokens).toBeGreaterThan(0);
	});

	it("calls tools over two turns", async () => {
		const tools = [
			{
				name: "get_weather",
				description: "Weather of a city",
				input_schema: {
					type: "object" as const,
					properties: { city: { type: "string" as const } },
					required: ["city"],
				},
			},
		];
		const question = { role: "user" as const, content: "What is the weather in Lima?" };
		const first = await client().messages.create({ ...ask, tools, messages: [question] });
		expect(first.stop_reason).toBe("tool_use");
		const call = first.content.find((block) => block.type === "tool_use");
		expect(call).toMatchObject({ name: "get_weather", input: { city: "Lima" } });
		const result = { type: "tool_result" as const, tool_use_id: call?.id ?? "", content: "Sunny, 21 degrees" };
		const second = await client().messages.create({
			...ask,
			tools,
			messages: [question, { role: "assistant", content: first.content }, { role: "user", content: [result] }],
		});
		expect(second.content.map((block) => (block.type === "text" ? block.text : "")).join()).toContain("21");
	});

	it("sends pictures", async () => {
		const content = [
			{ type: "image" as const, source: { type: "base64" as const, media_type: "image/png" as const, data: PNG } },
			{ type: "text" as const, text: "Describe the picture." },
		];
		const message = await client().messages.create({
			...ask,
			model: "Qwen/Qwen2.5-VL-7B-Instruct",
			messages: [{ role: "user", content }],
		});
		expect(message.content[0]).toMatchObject({ type: "text" });
	});

	it("counts tokens, and lists models", async () => {
		const { input_tokens: tokens } = await client().messages.countTokens({ model: "fast", messages: ask.messages });
		expect(tokens).toBeGreaterThan(0);
		const ids: string[] = [];
		for await (const { id } of client().models.list({ limit: 3 })) {
			ids.push(id);
			if (ids.length === 7) break;
		}
		expect(new Set(ids).size).toBe(7);
		expect((await client().models.retrieve("fast")).type).toBe("model");
	});

	it("has the classes of errors", async () => {
		await expect(client().messages.create({ ...ask, model: "nothing" })).rejects.toBeInstanceOf(NotFoundError);
		const wrong = { role: "robot", content: "x" } as unknown as (typeof ask.messages)[0];
		await expect(client().messages.create({ ...ask, messages: [wrong] })).rejects.toBeInstanceOf(BadRequestError);
		await expect(client({ apiKey: "wrong" }).messages.create(ask)).rejects.toThrow(
			/send the one that this hub serve printed/,
		);
	});

	describe("in front of a service", () => {
		let service: Server;
		let gateway = "";
		let answers: (() => Scripted)[] = [];
		let calls = 0;
		let closed = 0;
		beforeAll(async () => {
			service = createServer((request, response) => {
				request.resume();
				request.on("end", () => {
					if (request.method !== "POST") return void response.end('{"data":[]}');
					const answer: Scripted = answers[Math.min(calls, answers.length - 1)]?.() ?? {};
					calls++;
					response.on("close", () => {
						if (!response.writableFinished) closed++;
					});
					const type = answer.events ? "text/event-stream" : "application/json";
					response.writeHead(answer.status ?? 200, { "content-type": type });
					for (const event of answer.events ?? []) response.write(event);
					if (!answer.isHeld) response.end(answer.body && JSON.stringify(answer.body));
				});
			});
			await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
			const router = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
			gateway = await serve([], { HF_TOKEN: "hf_any_token_of_a_test", HF_ENDPOINT: router, HUB_ROUTER_URL: router });
		});
		afterAll(() => {
			service.closeAllConnections();
			service.close();
		});
		const behind = (options: object = {}): Anthropic => {
			calls = 0;
			return client({ baseURL: gateway, ...options });
		};
		const event = (delta: object, finish: string | null = null): string =>
			`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
		const one = { ...ask, model: "org/name" };

		it("thinks aloud", async () => {
			const events = [event({ reasoning_content: "Twelve " }), event({ content: "84" }), event({}, "stop")];
			answers = [() => ({ events: [...events, "data: [DONE]\n\n"] })];
			const message = await behind().messages.stream(one).finalMessage();
			expect(message.content).toMatchObject([
				{ type: "thinking", thinking: "Twelve " },
				{ type: "text", text: "84" },
			]);
		});

		it("tries again what may pass, and nothing else", async () => {
			const good = { body: { choices: [{ message: { content: "84" }, finish_reason: "stop" }] } };
			answers = [() => ({ status: 503, body: { error: { message: "busy" } } }), () => good];
			expect((await behind({ maxRetries: 2 }).messages.create(one)).content).toHaveLength(1);
			answers = [() => ({ status: 401, body: { error: { message: "expired" } } })];
			await expect(behind({ maxRetries: 2 }).messages.create(one)).rejects.toThrow("expired");
			expect(calls).toBe(1);
			answers = [() => ({ status: 429, body: { error: { message: "slow down" } } })];
			await expect(behind().messages.create(one)).rejects.toBeInstanceOf(RateLimitError);
		});

		it("fails with the error of a stream that breaks", async () => {
			answers = [() => ({ events: [event({ content: "Eighty" })] })];
			await expect(behind().messages.stream(one).finalMessage()).rejects.toThrow(/cut off/);
		});

		it("ends the call of the service when it is aborted", async () => {
			answers = [() => ({ events: [event({ content: "Eighty" })], isHeld: true })];
			closed = 0;
			const stream = behind().messages.stream(one);
			stream.on("text", () => stream.abort());
			await expect(stream.finalMessage()).rejects.toBeInstanceOf(APIUserAbortError);
			await expect.poll(() => closed).toBe(1);
		});
	});
});
