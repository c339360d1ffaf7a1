import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { createStrictModel, type StrictTurn } from "../helpers/strict-model.ts";
import { post, readEvents } from "./ask.ts";

type Json = Record<string, unknown>;

const TURNS = 30;

const read = (name: string): Json =>
	JSON.parse(readFileSync(new URL(`../fixtures/agents/${name}.json`, import.meta.url), "utf8")) as Json;

/** Answers with and without reasoning, text, one call or several; each third ends a turn of the user. */
function writeTurns(tool: string, args: (turn: number) => object): StrictTurn[] {
	return Array.from({ length: TURNS }, (_, turn): StrictTurn => {
		const calls = [
			{ name: tool, args: args(turn) },
			{ name: tool, args: args(turn + 100) },
		].slice(0, 1 + (turn % 2));
		const reasoning = `Thought ${turn}: “ünïcode”\n\nand more\n`;
		if (turn % 6 === 2) return { reasoning, content: `Done with ${turn}.` };
		if (turn % 6 === 3) return { calls };
		return { reasoning, ...(turn % 2 === 0 ? { content: `Step ${turn}.` } : {}), calls };
	});
}

/** A gateway in front of a model that refuses what is lost or changed. */
function start(strict: ReturnType<typeof createStrictModel>, target: string) {
	return createGateway({
		token: "hf_token_of_the_hub_123",
		offers: () => undefined,
		aliases: { "*": [target] },
		call: { cache: new Map() },
		fetch: async (input, init) => {
			if (String(input).includes("/api/models/")) {
				const entry = { status: "live", task: "conversational", providerId: "m" };
				const providers = ["together", "fireworks-ai", "cerebras", "scaleway"];
				return Response.json({ inferenceProviderMapping: Object.fromEntries(providers.map((id) => [id, entry])) });
			}
			const answer = strict.answer(String(init?.body));
			if (typeof answer !== "string") return Response.json(answer.body, { status: answer.status });
			return new Response(answer, { headers: { "content-type": "text/event-stream" } });
		},
	});
}

const ids = {
	usual: (turn: number, index: number): string => `call_${turn}_${index}`,
	"with the name of the tool": (turn: number, index: number, name: string): string =>
		`functions.${name}:${2 * turn + index}`,
};

const SERVICES = (["reasoning_content", "reasoning"] as const).flatMap((field) =>
	Object.entries(ids).flatMap(([form, id]) =>
		["org/name:together", "org/name:scaleway", "org/name:cerebras", "org/name"].map((target) => ({
			field,
			form,
			id,
			target,
		})),
	),
);

describe.each(SERVICES)("thirty answers of $target with $field and ids of calls $form", ({ field, id, target }) => {
	it("reach Claude Code and come back", async () => {
		const { messages: opening, ...settings } = read("claude-tools");
		const strict = createStrictModel({ field, id, turns: writeTurns("Bash", (turn) => ({ command: `echo ${turn}` })) });
		const gateway = start(strict, target);
		// Its first question, with the message of the system behind it.
		const messages: Json[] = (opening as Json[]).slice(0, 2);
		for (let turn = 0; turn < TURNS; turn++) {
			const system = [
				{ type: "text", text: `x-anthropic-billing-header: cc_version=2.1.${turn}; cch=${turn * 7};` },
				...((settings["system"] as Json[]) ?? []).filter(({ text }) => !String(text).startsWith("x-anthropic")),
			];
			const response = await post(gateway, "/v1/messages?beta=true", { ...settings, system, messages });
			const text = await response.text();
			expect(strict.problems).toEqual([]);
			expect(response.status, text).toBe(200);
			const blocks = readBlocks(readEvents(text));
			messages.push({ role: "assistant", content: blocks });
			const results = blocks
				.filter(({ type }) => type === "tool_use")
				.map(({ id: of }) => ({
					type: "tool_result",
					tool_use_id: of,
					content: [{ type: "text", text: `out of ${turn}` }],
				}));
			// In the order in which they finished.
			const content = results.length > 0 ? results.reverse() : [{ type: "text", text: `And ${turn}?` }];
			messages.push({
				role: "user",
				content: [...content, { type: "text", text: "<system-reminder>r</system-reminder>" }],
			});
			if (turn % 3 === 0) messages.push({ role: "system", content: `Reminder ${turn}.` });
		}
		expect(strict.requests).toHaveLength(TURNS);
	});

	it("reach Codex and come back", async () => {
		const { input: opening, ...settings } = read("codex-shell");
		const strict = createStrictModel({
			field,
			id,
			turns: writeTurns("exec_command", (turn) => ({ cmd: `echo ${turn}` })),
		});
		const gateway = start(strict, target);
		const input: Json[] = (opening as Json[]).slice(0, 4);
		for (let turn = 0; turn < TURNS; turn++) {
			const response = await post(gateway, "/v1/responses", { ...settings, client_metadata: { turn }, input });
			const text = await response.text();
			expect(strict.problems).toEqual([]);
			const events = readEvents(text);
			expect(events.at(-1)?.["type"], text).toBe("response.completed");
			const items = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item as Json);
			// It keeps no ids, and of reasoning only the summary and what is sealed.
			for (const { id: _id, status: _status, content, ...item } of items) {
				input.push(item["type"] === "reasoning" ? item : { ...item, ...(content ? { content } : {}) });
			}
			const calls = items.filter(({ type }) => type === "function_call");
			for (const { call_id } of calls) {
				input.push({ type: "function_call_output", call_id, output: [{ type: "input_text", text: `out of ${turn}` }] });
			}
			if (calls.length === 0) {
				input.push({ type: "message", role: "user", content: [{ type: "input_text", text: `And ${turn}?` }] });
				input.push({ type: "message", role: "developer", content: [{ type: "input_text", text: `Note ${turn}.` }] });
			}
		}
		expect(strict.requests).toHaveLength(TURNS);
	});
});

/** The blocks of an answer, as the SDK of Claude Code gathers them. */
function readBlocks(events: readonly Json[]): Json[] {
	const blocks: Json[] = [];
	const inputs: string[] = [];
	for (const { type, index, content_block: block, delta } of events) {
		const at = Number(index);
		if (type === "content_block_start") blocks[at] = { ...(block as Json) };
		if (type !== "content_block_delta") continue;
		const {
			type: kind,
			text = "",
			thinking = "",
			signature = "",
			partial_json: json = "",
		} = delta as Record<string, string>;
		const open = (blocks[at] ?? {}) as Record<string, string>;
		const add = (name: string, piece: string): void => {
			open[name] = `${open[name] ?? ""}${piece}`;
		};
		if (kind === "text_delta") add("text", text);
		if (kind === "thinking_delta") add("thinking", thinking);
		if (kind === "signature_delta") add("signature", signature);
		if (kind === "input_json_delta") inputs[at] = `${inputs[at] ?? ""}${json}`;
	}
	return blocks.map((block, at) =>
		block["type"] === "tool_use" ? { ...block, input: JSON.parse(inputs[at] ?? "{}") as unknown } : block,
	);
}
