import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createStrictModel, type StrictTurn } from "../helpers/strict-model.ts";
import { AGENTS } from "./agents.ts";
import { AgentRun, startGateway } from "./harness.ts";

const TURNS = 30;
const PATIENCE_MS = 150_000;

/** How the model calls a shell of the agent. */
const SHELLS: Readonly<Record<string, { name: string; args(text: string): object }>> = {
	codex: { name: "exec_command", args: (text) => ({ cmd: text }) },
	claude: { name: "Bash", args: (text) => ({ command: text, description: text }) },
};

const turns = ({ name, args }: (typeof SHELLS)[string]): StrictTurn[] =>
	Array.from({ length: TURNS }, (_, turn) =>
		turn === TURNS - 1
			? { reasoning: "The end.", content: "All is said." }
			: {
					...(turn % 5 === 3 ? {} : { reasoning: `Thought ${turn}: “ü”\n\nmore\n` }),
					...(turn % 2 === 1 ? { content: `Step ${turn}.` } : {}),
					calls: [turn, turn + 100].slice(0, 1 + (turn % 2)).map((number) => ({ name, args: args(`echo ${number}`) })),
				},
	);

let close: () => Promise<void> | void = () => undefined;
afterEach(() => close());

/** A model that refuses what is lost or changed; calls without tools, such as one for a title, are apart. */
async function startStrict(strict: ReturnType<typeof createStrictModel>): Promise<string> {
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const part of request) body += part;
		if (request.method !== "POST") return void response.end('{"data":[]}');
		const { tools } = JSON.parse(body) as { tools?: unknown };
		const title = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Title" }, finish_reason: "stop" }] })}\n\n`;
		const answer = tools === undefined ? `${title}data: [DONE]\n\n` : strict.answer(body);
		if (typeof answer === "string")
			return void response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
		response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	close = () => {
		server.closeAllConnections();
		server.close();
	};
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(AGENTS.filter(({ id }) => id in SHELLS))("thirty answers to $id", (agent) => {
	it.skipIf(!existsSync(agent.program)).each(["reasoning_content", "reasoning"] as const)(
		"with %s lose and change nothing",
		async (field) => {
			const id = (turn: number, index: number, name: string): string => `functions.${name}:${2 * turn + index}`;
			const shell = SHELLS[agent.id] as (typeof SHELLS)[string];
			const strict = createStrictModel({ field, id, turns: turns(shell) });
			const gateway = await startGateway(await startStrict(strict));
			const run = new AgentRun(agent, gateway, "Say the numbers one after the other.");
			try {
				const code = await run.end(PATIENCE_MS);
				expect(strict.problems).toEqual([]);
				expect(code, run.output).toBe(0);
				expect(strict.requests).toHaveLength(TURNS);
			} finally {
				await run.close();
				await gateway.close();
			}
		},
		PATIENCE_MS + 30_000,
	);
});
