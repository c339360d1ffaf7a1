import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHome, type Home } from "../helpers/session.ts";

/**
 * An OpenAI-compatible server as somebody else would write it: strict about what it knows, ignorant of the rest, and
 * with none of this project's code.
 */
let server: Server;
let url: string;
const seen: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = [];
/** Requests for its list of models. */
let asked = 0;

beforeAll(async () => {
	server = createServer((request, response) => {
		let text = "";
		request.on("data", (chunk) => {
			text += chunk;
		});
		request.on("end", () => {
			if (request.method === "GET" && request.url?.endsWith("/v1/models")) {
				asked++;
				const ids = request.url.startsWith("/many/") ? ["first", "second"] : ["local-model"];
				return response.end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }));
			}
			if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
				response.writeHead(404, { "content-type": "application/json" });
				return response.end(
					JSON.stringify({ error: { message: `no route ${request.url}`, type: "invalid_request_error" } }),
				);
			}
			const body = JSON.parse(text) as { messages: { content: string }[]; stream?: boolean; model: string };
			seen.push({ path: request.url, authorization: request.headers.authorization, body });
			const answer = `You said: ${body.messages.at(-1)?.content}`;
			// Some servers send lists of parts where a model is named that thinks.
			const content = (words: string): unknown => (body.model === "in-parts" ? [{ type: "text", text: words }] : words);
			if (!body.stream) {
				response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
				const message = { role: "assistant", content: content(answer) };
				return response.end(
					JSON.stringify({
						object: "chat.completion",
						choices: [{ index: 0, message, finish_reason: "stop" }],
						model: body.model,
					}),
				);
			}
			response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
			response.write(": keep-alive\r\n\r\n");
			for (const word of answer.split(/(?<= )/)) {
				response.write(
					`data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: content(word) } }] })}\r\n\r\n`,
				);
			}
			return response.end("data: [DONE]\r\n\r\n");
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("another OpenAI-compatible server", () => {
	let home: Home;
	beforeAll(() => {
		home = createHome();
	});
	afterAll(() => home.remove());

	it.each([
		["streaming", ""],
		["as a whole", "--no-stream"],
	])("streams, %s", async (_, flags) => {
		const outcome = await home.run(`hub infer --task chat --endpoint ${url}/v1 -m in-parts ${flags} "hello there"`);
		expect(outcome).toMatchObject({ code: 0, stdout: "You said: hello there\n" });
	});

	it.each([
		["streaming", ""],
		["as a whole", "--no-stream"],
	])("answers %s", async (_, flags) => {
		const outcome = await home.run(`hub infer --task chat --endpoint ${url}/v1 -m local-model ${flags} "hello there"`);
		expect(outcome).toEqual({ code: 0, stdout: "You said: hello there\n", stderr: "" });
		expect(seen.at(-1)).toMatchObject({ authorization: undefined, body: { model: "local-model" } });
	});

	it.each(["", "/", "/v1", "/v1/", "/v1/chat/completions"])("is found by a URL that ends in %j", async (end) => {
		const outcome = await home.run(`hub infer -t chat --endpoint ${url}${end} hi`);
		expect(outcome.stdout).toBe("You said: hi\n");
		expect(seen.at(-1)?.body["model"]).toBe("local-model");
	});

	it("is asked for its models once by all rows", async () => {
		const rows = '{"inputs":"a"}\n{"inputs":"b"}\n';
		writeFileSync(join(home.folder, "rows.jsonl"), rows);
		const before = { asked, seen: seen.length };
		const outcome = await home.run(`hub batch -t chat --endpoint ${url}/v1 rows.jsonl -o out.jsonl`);
		expect(outcome.code).toBe(0);
		const models = seen.slice(before.seen).map(({ body }) => body["model"]);
		expect(models).toEqual(["local-model", "local-model"]);
		expect(asked - before.asked).toBe(1);
	});

	it("says which models there are where there are several", async () => {
		const outcome = await home.run(`hub infer -t chat --endpoint ${url}/many hi`);
		expect(outcome).toMatchObject({ code: 2, stdout: "" });
		expect(outcome.stderr).toContain('model is missing: the endpoint has several models: "first", "second".');
	});

	it.each(["--dry-run", "--curl", "--snippet sh"])("is not asked for its models by %s", async (flag) => {
		const before = asked;
		const { code, stdout, stderr } = await home.run(`hub infer -t chat --endpoint ${url}/v1 ${flag} hi`);
		expect({ code, asked }).toEqual({ code: 0, asked: before });
		expect(stdout).toMatch(/"model": ?"MODEL"/);
		expect(stderr).toMatch(/^MODEL is a placeholder for the endpoint's model: .* -m\.\n/);
		const named = await home.run(`hub infer -t chat -m a --endpoint ${url}/v1 ${flag} hi`);
		expect(named.stdout + named.stderr).not.toContain("MODEL");
	});

	it.each(["/v1", "/v1/chat/completions"])("chats without --task and without Hugging Face: %s", async (end) => {
		// Nothing listens where Hugging Face would be asked for the model's task.
		const env = { HF_ENDPOINT: "http://127.0.0.1:9" };
		const outcome = await home.run(`hub infer --endpoint ${url}${end} -m local-model hi`, { env });
		expect(outcome).toEqual({ code: 0, stdout: "You said: hi\n", stderr: "" });
	});

	it("gets the token over loopback", async () => {
		await home.run(`hub infer -t chat --endpoint ${url} hi`, { env: { HF_TOKEN: "hf_forThisMachine" } });
		expect(seen.at(-1)?.authorization).toBe("Bearer hf_forThisMachine");
	});

	it("gets a whole request with --json", async () => {
		const outcome = await home.run(`hub infer -t chat --endpoint ${url} --json hi`);
		expect(JSON.parse(outcome.stdout)).toMatchObject({ choices: [{ message: { content: "You said: hi" } }] });
	});

	it("gets an error that names its missing route", async () => {
		const outcome = await home.run(`hub infer -t embed --endpoint ${url}/v2 -m local-model hi`);
		expect(outcome.code).toBe(4);
		expect(outcome.stderr).toContain("no route /v2/embeddings (HTTP 404)");
	});
});
