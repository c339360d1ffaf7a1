import { describe, expect, it } from "vitest";
import { type ClientCall, InferenceClient, type Middleware } from "../../src/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";

const ASK = { model: "Qwen/Qwen3-32B", messages: [{ role: "user", content: "Say Lima" }] };

function connect(...middleware: Middleware[]): InferenceClient {
	const client = new InferenceClient("hf_sandbox", { fetch: createSandbox() });
	for (const one of middleware) client.use(one);
	return client;
}

describe("client.use", () => {
	it("runs around calls, the first outermost, and sees no token of the client", async () => {
		const seen: unknown[] = [];
		const note =
			(name: string): Middleware =>
			async (call, next) => {
				seen.push(`${name} ${call.method}`, JSON.stringify(call).includes("hf_"));
				const result = await next(call);
				seen.push(`${name} end`);
				return result;
			};
		const call = connect(note("a"), note("b")).chatCompletion(ASK);
		expect((await call).choices[0]?.message.content).toContain("Lima");
		expect((await call.withResponse()).response.status).toBe(200);
		expect(seen).toEqual(["a chatCompletion", false, "b chatCompletion", false, "b end", "a end"]);
	});

	it("may change the call, make it again and answer without it", async () => {
		const change: Middleware = (call, next) =>
			next({
				...call,
				args: { ...call.args, messages: [{ role: "user", content: "What is the capital of France?" }] },
			});
		expect((await connect(change).chatCompletion(ASK)).choices[0]?.message.content).toContain("Paris");

		let attempts = 0;
		const again: Middleware = async (call, next) => {
			attempts++;
			await next(call);
			return await next(call);
		};
		await connect(again).chatCompletion(ASK);
		expect(attempts).toBe(1);

		const cached = connect(() => ({ choices: [] })).chatCompletion(ASK);
		expect(await cached).toEqual({ choices: [] });
		await expect(cached.withResponse()).rejects.toThrow("A middleware returned without calling next");
	});

	it("passes streams on with their methods, also from an asynchronous middleware", async () => {
		const calls: ClientCall[] = [];
		const slow: Middleware = async (call, next) => {
			calls.push(call);
			await new Promise((resolve) => setTimeout(resolve, 1));
			return next(call);
		};
		const stream = connect(slow).chatCompletionStream(ASK);
		expect((await stream.withResponse()).response.status).toBe(200);
		expect(await stream.text()).toContain("Lima");
		expect(calls.map(({ method }) => method)).toEqual(["chatCompletionStream"]);
		const made = connect(() =>
			(async function* () {
				yield { choices: [{ delta: { content: "Made up." } }] };
			})(),
		).chatCompletionStream(ASK);
		expect((await made.withResponse()).response).toMatchObject({ status: 200, requestId: "", provider: "" });
		expect(await made.text()).toBe("Made up.");
		const direct = connect((call, next) => next(call)).chatCompletionStream(ASK);
		expect((await direct.final()).choices[0]?.message.content).toContain("Lima");
	});

	it("may change the chunks of a stream", async () => {
		const shout: Middleware = async function* (call, next) {
			for await (const chunk of next(call) as AsyncIterable<{ choices: { delta: { content?: string } }[] }>) {
				for (const { delta } of chunk.choices) delta.content = delta.content?.toUpperCase() ?? "";
				yield chunk;
			}
		};
		expect(await connect(shout).chatCompletionStream(ASK).text()).toContain("LIMA");
	});

	it("gives errors to the middleware and to the caller, once", async () => {
		const seen: unknown[] = [];
		const client = connect(async (call, next) => {
			try {
				return await next(call);
			} catch (error) {
				seen.push((error as Error).name);
				throw error;
			}
		});
		await expect(client.chatCompletion({ ...ASK, provider: "nobody" as "auto" })).rejects.toThrow("nobody");
		expect(seen).toHaveLength(1);
	});

	it("stays with the client for an endpoint, and not with others", async () => {
		let calls = 0;
		const client = connect((call, next) => {
			calls++;
			return next(call);
		});
		const other = new InferenceClient("", { fetch: async () => Response.json({ choices: [{ message: {} }] }) });
		await client
			.endpoint("https://example.com")
			.chatCompletion(ASK, { fetch: async () => Response.json({ choices: [{ message: {} }] }) });
		await other.endpoint("https://example.com").chatCompletion(ASK);
		expect(calls).toBe(1);
		expect(Object.keys(client)).toEqual(Object.keys(other));
	});
});
