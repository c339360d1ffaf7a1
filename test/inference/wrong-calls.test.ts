import { describe, expect, it } from "vitest";
import * as batch from "../../src/batch/index.ts";
import * as library from "../../src/index.ts";
import { Template } from "../../src/template/index.ts";
import { makeWrongCalls } from "./wrong-calls.ts";

/** What plain JavaScript gets wrong is named; no message of the engine comes through. */

const { InferenceClient } = library;
/** Any function, called as JavaScript may. */
const as = (value: unknown): ((...args: unknown[]) => unknown) => value as (...args: unknown[]) => unknown;
const create = (...args: unknown[]): unknown => Reflect.construct(InferenceClient, args);

describe("every function of a client", () => {
	it("refuses what is no call, and names the function and the member", async () => {
		const { refused, odd } = await makeWrongCalls(library);
		expect(refused.length).toBeGreaterThan(1500);
		for (const { call, error } of refused) {
			const [, name = ""] = /^(?:client\.)?(\w+)/.exec(call) ?? [];
			expect(`${call}: ${error}`).toMatch(new RegExp(`: InputError: (${name}|InferenceClient): .* must be `));
		}
		// Inputs may be anything that a service takes: whatever refuses them, it is not the engine.
		const byEngine = odd.filter(
			({ error }) =>
				!/^none$|^\w+(Input|Api|Output|Routing)?Error: /.test(error) ||
				/^(Type|Reference|Syntax|Range)Error/.test(error),
		);
		expect(byEngine).toEqual([]);
	});
});

it.each<[string, () => unknown, string]>([
	["an object as token", () => create({ token: "x" }), "InferenceClient: the token must be a string"],
	["null as options", () => create("x", null), "InferenceClient: the options must be an object, not null"],
	["a text as options", () => create("x", "y"), "InferenceClient: the options must be an object, not a string"],
	[
		"a fetch that is none",
		() => create("x", { fetch: {} }),
		"InferenceClient: fetch must be a function, not an object",
	],
	[
		"a controller",
		() => create("x", { signal: new AbortController() }),
		"InferenceClient: signal must be an AbortSignal: controller.signal",
	],
	["no middleware", () => as(new InferenceClient("x").use)(), "use: the middleware must be a function"],
	["no URL", () => as(new InferenceClient("x").endpoint)(), "endpoint: the URL must be a string"],
	["retry", () => as(library.retry)(5), "retry: fetch must be a function"],
	["timeout", () => as(library.timeout)(), "timeout: fetch must be a function"],
	["trace", () => as(library.trace)(null), "trace: fetch must be a function"],
	["record", () => as(library.record)({}), "record: the store's write must be a function"],
	["replay", () => as(library.replay)(), "replay: the store's read must be a function"],
	["tool", () => as(library.tool)({ name: "a" }), "tool: run must be a function"],
	["runTools", () => as(library.runTools)(), "runTools: chatCompletionStream of the client must be a function"],
	[
		"runTools without arguments",
		() => as(library.runTools)(new InferenceClient("x")),
		"runTools: the arguments must be an object, not undefined",
	],
	[
		"runTools without tools",
		() => as(library.runTools)(new InferenceClient("x"), {}),
		"runTools: tools must be a list",
	],
	["defineProvider", () => as(library.defineProvider)(), "defineProvider: tasks must be an object"],
	[
		"getProviderHelper",
		() => as(library.getProviderHelper)({}),
		"getProviderHelper: the provider must be an id, or a provider of your own",
	],
	["openJournal", () => as(batch.openJournal)({}), "openJournal: the store's open must be a function"],
	["a batch without task", () => as(batch.runBatch)({ rows: [] }), "runBatch: task is missing"],
	["Template", () => Reflect.construct(Template, [5]), "A template must be a string, not number."],
])("names what is wrong: %s", async (_name, call, message) => {
	const start = async (): Promise<unknown> => {
		const result = call();
		if (typeof result === "object" && result !== null && "next" in result) return as(result.next).call(result);
		return result;
	};
	await expect(start()).rejects.toThrow(message);
});
