/**
 * `npm run bench:gateway -- OTHER_BUILD [PAIRS]`: the CPU time that a call of the gateway takes more than in another build of
 * this package, such as `../base` (a worktree of an earlier commit, built).
 *
 * Both builds run in this process, in pairs of short blocks. The service is a function, so no socket is measured.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Gateway } from "../../src/gateway/index.ts";
import { compare } from "./exchange/paired.ts";
import { report } from "./figure.ts";
import "./built.ts";

/** Calls of a block: few, so that a block is shorter than a turn of the scheduler. */
const CALLS = 12;
const MODEL = "org/model";
const BASE = { id: "x", created: 1, model: "m" };
const USAGE = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
const MESSAGE = { role: "assistant", content: "Hello there" };
const WHOLE = JSON.stringify({
	...BASE,
	choices: [{ index: 0, message: MESSAGE, finish_reason: "stop" }],
	usage: USAGE,
});

/** The form of a request → its route and body. */
const FORMS: Readonly<Record<string, readonly [route: string, body: object]>> = {
	chat: ["/v1/chat/completions", { model: MODEL, messages: [{ role: "user", content: "Hi" }] }],
	messages: ["/v1/messages", { model: MODEL, max_tokens: 100, messages: [{ role: "user", content: "Hi" }] }],
	responses: ["/v1/responses", { model: MODEL, input: "Hi", store: false }],
};

/** Bound of what agents on open models need: reasoning sent back, forms of targets, conversations. */
const GOAL = { atMost: 15 };

const [other, count = "2000"] = process.argv.slice(2);
if (other === undefined) throw new Error("Usage: npm run bench:gateway -- OTHER_BUILD [PAIRS]");

interface Build {
	createGateway(options: object): Gateway;
}

async function loadBuild(folder: string): Promise<Gateway> {
	const file = pathToFileURL(resolve(folder, "dist/lib/gateway/index.js")).href;
	const { createGateway } = (await import(file)) as Build;
	const headers = { "content-type": "application/json" };
	return createGateway({
		token: "hf_token_of_the_benchmark",
		offers: () => undefined,
		fetch: async () => new Response(WHOLE, { headers }),
	});
}

function createWork(gateway: Gateway, route: string, body: object): () => Promise<void> {
	const content = new TextEncoder().encode(JSON.stringify(body));
	const headers = new Map([
		["content-type", "application/json"],
		["content-length", String(content.length)],
		["host", "localhost"],
		["anthropic-version", "2023-06-01"],
	]);
	const incoming = {
		method: "POST",
		url: `http://localhost${route}`,
		headers: { get: (name: string) => headers.get(name) ?? null, has: (name: string) => headers.has(name) },
		body: null,
		content,
		onGone: () => () => {},
	};
	return async () => {
		for (let call = 0; call < CALLS; call++) {
			const { status } = await gateway.reply(incoming);
			if (status !== 200) throw new Error(`Status ${status}`);
		}
	};
}

const before = await loadBuild(other);
const now = await loadBuild(".");
for (const [form, [route, body]] of Object.entries(FORMS)) {
	const { plain, more, interval, pairs } = await compare(
		createWork(before, route, body),
		createWork(now, route, body),
		{ units: CALLS, pairs: Number(count) },
	);
	const [low, high] = interval.map((time) => time.toFixed(1));
	report({
		title: `CPU of a call in the form of ${form}, more than in ${other}`,
		value: more,
		unit: "µs",
		goal: GOAL,
		detail: `${low} to ${high} µs with 95 % confidence, ${pairs} pairs; there ${plain.toFixed(0)} µs`,
	});
}
