/**
 * Measures CPU time per call and per streamed token beside the reference client, with a stub `fetch`, in one run:
 * `npm run bench:library [-- ROUNDS]`. Like the reference, the library is measured as people import it, not as tsx compiles
 * it. The CPU time of the import itself is that of processes of their own.
 */
import { execFileSync } from "node:child_process";
import * as reference from "inference-later";
import type * as Library from "../../src/index.ts";
import { report } from "./figure.ts";
import "./built.ts";

const built = new URL("../../dist/cjs/index.js", import.meta.url).href;
const library = (await import(built)) as typeof Library;
const rounds = Number(process.argv[2] ?? 31);
const COMPLETION = {
	id: "1",
	created: 1,
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	system_fingerprint: "",
};
const TOKEN = `data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, delta: { content: "word " } }] })}\n\n`;
const TOKENS = 20_000;
const args = { endpointUrl: "http://127.0.0.1/v1", model: "m", messages: [{ role: "user" as const, content: "Hi" }] };

const json = JSON.stringify(COMPLETION);
const headers = { "content-type": "application/json" };
const bytes = new TextEncoder().encode(TOKEN.repeat(20));

function streamed(): Response {
	let left = TOKENS / 20;
	const body = new ReadableStream<Uint8Array>({
		pull: (sink) => (left-- > 0 ? sink.enqueue(bytes) : sink.close()),
	});
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function measure(work: () => Promise<void>): Promise<number> {
	const start = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(start);
	return user + system;
}

type Client = Pick<typeof Library, "chatCompletion" | "chatCompletionStream">;

async function calls(client: Client): Promise<void> {
	const fetch = async (): Promise<Response> => new Response(json, { headers });
	for (let call = 0; call < 1000; call++) await client.chatCompletion(args, { fetch });
}

async function tokens(client: Client): Promise<void> {
	const fetch = async (): Promise<Response> => streamed();
	let count = 0;
	for await (const _ of client.chatCompletionStream(args, { fetch })) count++;
	if (count !== TOKENS) throw new Error(`${count} tokens were read`);
}

for (const [title, work, units, atLeast] of [
	["speed of one call", calls, 1000, 1.1],
	["speed of a streamed token", tokens, TOKENS, 1.6],
] as const) {
	const times: { own: number[]; theirs: number[] } = { own: [], theirs: [] };
	for (let round = -2; round < rounds; round++) {
		const own = await measure(() => work(library));
		const theirs = await measure(() => work(reference as unknown as Client));
		// The first two rounds warm up.
		if (round >= 0) {
			times.own.push(own);
			times.theirs.push(theirs);
		}
	}
	// A busy machine only ever adds time.
	const [own, theirs] = [Math.min(...times.own), Math.min(...times.theirs)];
	const detail = `${(own / units).toFixed(2)} to ${(theirs / units).toFixed(2)} µs of CPU`;
	report({ title, value: theirs / own, over: "the reference", goal: { atLeast }, detail });
}

/** Microseconds of CPU time that importing a module takes a new process. */
function importTime(module: string): number {
	const program = `const start = process.cpuUsage(); await import(${JSON.stringify(module)}); const { user, system } = process.cpuUsage(start); console.log(user + system);`;
	return Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

const imports = { own: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY };
const peer = import.meta.resolve("inference-later");
for (let round = 0; round < 12; round++) {
	imports.own = Math.min(imports.own, importTime(built));
	imports.theirs = Math.min(imports.theirs, importTime(peer));
}
report({
	title: "CPU of `import`",
	value: imports.own / imports.theirs,
	over: "the reference",
	goal: { atMost: 0.4 },
	detail: `${(imports.own / 1000).toFixed(1)} to ${(imports.theirs / 1000).toFixed(1)} ms`,
});
