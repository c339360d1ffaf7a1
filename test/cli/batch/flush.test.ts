import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { BatchRow } from "../../../src/batch/index.ts";
import { callRows } from "../../../src/cli/commands/batch/call-rows.ts";
import type { Plan } from "../../../src/cli/commands/batch/plan.ts";
import { Tally } from "../../../src/cli/commands/batch/tally.ts";
import type { Context } from "../../../src/cli/context.ts";
import { startChatService } from "../../helpers/chat-service.ts";
import { createHome } from "../../helpers/session.ts";

/** Runs rows one after the other, and returns what happened in which order. */
async function callThree(add: (name: string) => void | Promise<void>): Promise<string[]> {
	const order: string[] = [];
	const completion = { choices: [{ message: { role: "assistant", content: "yes" } }] };
	const send = async (): Promise<Response> => {
		order.push("send");
		return Response.json(completion);
	};
	const target = { model: "m", endpointUrl: "http://127.0.0.1/v1", options: { fetch: send } };
	const plan = { task: "conversational", targets: [target], rules: {} } as unknown as Plan;
	const rows = async function* (): AsyncGenerator<BatchRow> {
		for (const id of ["a", "b", "c"]) yield { id, args: { messages: [{ role: "user", content: id }] } };
	};
	const context = { signal: new AbortController().signal, note: () => undefined } as unknown as Context;
	const calls = { plan, rows: rows(), tally: new Tally(), pricing: () => null, cache: undefined, onTotal: undefined };
	const problem = await callRows(
		{ ...calls, drop: new AbortController() },
		{ progress: "none", concurrency: 1, fixed: true },
		context,
		{
			add: ({ id }) => {
				order.push(`add ${id}`);
				return add(id);
			},
			flush: () => order.push("flush"),
		},
	);
	expect(problem).toBeUndefined();
	return order;
}

it("flushes what was added before the next call is sent", async () => {
	const order = await callThree(() => undefined);
	const results = ["a", "b", "c"].flatMap((id) => ["send", `add ${id}`, "flush"]);
	expect(order).toEqual(results);
});

it("flushes what was added before it waits for the file of a row", async () => {
	const order = await callThree((id) => (id === "b" ? new Promise((resolve) => setTimeout(resolve, 20)) : undefined));
	expect(order.slice(0, 6)).toEqual(["send", "add a", "flush", "send", "add b", "flush"]);
	expect(order.at(-1)).toBe("flush");
});

it("writes the line of a finished row before it sends the next call", async () => {
	const home = createHome({ "in.jsonl": Array.from({ length: 60 }, (_, index) => `{"text":"n${index}"}\n`).join("") });
	onTestFinished(() => home.remove());
	const output = join(home.folder, "out.jsonl");
	let mostUnwritten = 0;
	const service = await startChatService({
		delay: 5,
		intercept: () => {
			const written = existsSync(output) ? readFileSync(output, "utf8").split("\n").length - 1 : 0;
			mostUnwritten = Math.max(mostUnwritten, service.asked.size - written);
			return false;
		},
	});
	onTestFinished(() => service.close());
	const flags = `-t chat -m m --endpoint ${service.url} --progress none --concurrency 4 --fixed`;
	expect(await home.run(`hub batch in.jsonl -o out.jsonl ${flags}`)).toMatchObject({ code: 0 });
	expect(mostUnwritten).toBe(4);
});
