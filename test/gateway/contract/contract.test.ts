import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/base/bytes.ts";
import { createGateway } from "../../../src/gateway/index.ts";
import { get, post, readEvents } from "../ask.ts";
import type { Json, Row, Side } from "./row.ts";
import { PAGE, SIDES, updateContract } from "./table.ts";

const USAGE = {
	prompt_tokens: 10,
	completion_tokens: 3,
	total_tokens: 13,
	prompt_tokens_details: { cached_tokens: 2 },
};

/** A gateway whose targets answer with one message. */
function start({ target = "org/name", endpoint, answers = { content: "Ok" }, finish = "stop" }: Row) {
	const sent: Json[] = [];
	const gateway = createGateway({
		readDocument: async (bytes) => {
			const text = decodeText(bytes)?.slice("%PDF-1.4 ".length) ?? "";
			return text === "" ? undefined : { text, isWhole: true };
		},
		token: (provider) => (provider === "openai" ? "sk-key-of-openai" : "hf_token_of_the_hub"),
		aliases: { "*": [target, target] },
		...(endpoint === undefined ? {} : { endpoints: { own: { url: endpoint } } }),
		offers: () => undefined,
		call: { cache: new Map() },
		fetch: async (input, init) => {
			if (String(input).includes("/api/models/")) {
				const entry = { status: "live", task: "conversational", providerId: "m" };
				const providers = ["cerebras", "novita", "scaleway"].map((id) => [id, entry]);
				return Response.json({ inferenceProviderMapping: Object.fromEntries(providers) });
			}
			if (init?.method !== "POST") return Response.json({ data: [] });
			const body = JSON.parse(String(init.body)) as Json;
			sent.push(body);
			const head = { id: "c", created: 1, model: "m" };
			if (body["stream"] !== true) {
				return Response.json({
					...head,
					choices: [{ index: 0, message: answers, finish_reason: finish }],
					usage: USAGE,
				});
			}
			const calls = (answers["tool_calls"] ?? []) as Json[];
			const deltas = [
				...Object.entries(answers).flatMap(([name, value]) => (name === "tool_calls" ? [] : [{ [name]: value }])),
				...calls.map((call, index) => ({ tool_calls: [{ index, ...call }] })),
			];
			const events = [...deltas.map((delta) => ({ delta })), { delta: {}, finish_reason: finish }].map((choice) =>
				JSON.stringify({ ...head, choices: [{ index: 0, ...choice }], usage: USAGE }),
			);
			const text = [...events, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
			return new Response(text, { headers: { "content-type": "text/event-stream" } });
		},
	});
	return { gateway, sent };
}

/** In rows, `{ matches }` stands for a text that matches. */
function toExpected(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(toExpected);
	if (typeof value !== "object" || value === null) return value;
	const { matches } = value as { matches?: unknown };
	if (typeof matches === "string") return expect.stringMatching(matches);
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toExpected(member)]));
}

describe.each(SIDES)("$title", ({ path: usual, request, rows }: Side) => {
	it.each(rows)("$what → $becomes", async (row) => {
		const { path = usual, method, headers = {}, sends, upstream, lacks = [], notice, status = 200 } = row;
		const { gateway, sent } = start(row);
		const body = { model: "agent", ...request, ...sends };
		const response = await (method === "GET" ? get(gateway, path, headers) : post(gateway, path, body, { headers }));
		const text = await response.text();
		expect(response.status, text).toBe(status);
		if (upstream) expect(sent[0]).toMatchObject(toExpected(upstream) as Json);
		for (const name of lacks) expect(JSON.stringify(sent[0])).not.toContain(`"${name}"`);
		if (status === 200 && notice) expect(response.headers.get("x-hub-notice")).toMatch(notice);
		else expect(response.headers.get("x-hub-notice")).toBeNull();
		if (row.events) {
			const types = readEvents(text).map(({ type }) => type);
			expect([...new Set(types)].sort()).toEqual([...row.events].sort());
			expect(types[0]).toBe(row.events[0]);
			expect(types.at(-1)).toBe(row.events.at(-1));
		} else if (row.receives) expect(JSON.parse(text)).toMatchObject(row.receives);
		for (const [name, value] of Object.entries(row.receivesHeaders ?? {})) {
			expect(response.headers.get(name)).toMatch(value);
		}
	});
});

/** What an agent sends: the fields of its requests, the types of its messages, blocks, items, parts and tools. */
function listNames(request: Json): string[] {
	const types = (list: unknown): string[] =>
		(Array.isArray(list) ? (list as Json[]) : []).flatMap((item) => [
			...(typeof item["type"] === "string" ? [item["type"]] : []),
			...(typeof item["role"] === "string" ? [item["role"]] : []),
			...types(item["content"]),
			...types(item["output"]),
			...types(item["tools"]),
		]);
	return [
		...Object.keys(request),
		...types(request["messages"]),
		...types(request["input"]),
		...types(request["tools"]),
	];
}

/** What every request has, and what needs no row. */
const PLAIN = ["model", "messages", "input", "tools", "stream", "store", "message", "user", "assistant", "system"];

describe("what agents send", () => {
	const folder = new URL("../../fixtures/agents/", import.meta.url);
	const requests = readdirSync(folder).filter((name) => name.endsWith(".json"));
	it.each(requests)("is in the table, field by field: %s", (name) => {
		const request = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Json;
		const side = SIDES.find(({ path }) => path === (request["input"] ? "/v1/responses" : "/v1/messages"));
		const told = `${JSON.stringify(side?.rows.map(({ what }) => what))} function_call_output custom_tool_call_output`;
		const known = [...PLAIN, "text", "input_text", "output_text"];
		expect(listNames(request).filter((field) => !known.includes(field) && !told.includes(field))).toEqual([]);
	});
});

it("is printed in docs/serve.md: npm run update -- contract", () => {
	const page = readFileSync(PAGE, "utf8");
	expect(page).toContain("<!-- contract: ");
	expect(updateContract(page)).toBe(page);
});
