import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { builtFile } from "../../helpers/built.ts";
import { completion, reply, startChatService } from "../../helpers/chat-service.ts";

const bin = builtFile("bin/hub.js");
const MODEL = "openai/gpt-oss-20b";
const PROVIDER = "groq";
/** What Hugging Face tells about the model. */
const MAPPING = { [PROVIDER]: { status: "live", providerId: MODEL, task: "conversational" } };
/** US dollars of a call, and how long it takes. */
const COST = 0.0001;
const LATENCY_MS = 50;

export interface GatewayRun {
	rows: number;
	shards: number;
	/** Calls a second that the service accepts, and how many at once. */
	rate: number;
	size: number;
	/** US dollars for all shards. Default: no budget. */
	maxCost?: number;
}

/** What the service saw of all shards. */
export interface GatewayReport {
	/** Share of the rate that was used between the first call and the last. */
	used: number;
	refused: number;
	calls: number;
	/** Most calls that were in flight at the service. */
	mostOpen: number;
	/** US dollars that the service earned. */
	cost: number;
	/** Rows that were answered, over all shards. */
	answered: number;
	/** Exit codes of the shards, and what the first printed. */
	codes: (number | null)[];
	printed: string;
}

function ended(child: ChildProcess): Promise<number | null> {
	return new Promise((resolve) => child.on("close", (code) => resolve(code)));
}

/** Runs shards of a batch at the same time through one `hub serve`, in front of a service with a limit that it does not tell. */
export async function runThroughGateway({ rows, shards, rate, size, maxCost }: GatewayRun): Promise<GatewayReport> {
	const folder = mkdtempSync(join(tmpdir(), "gateway-"));
	let [level, filledAt, first, last] = [size, 0, 0, 0];
	const report: GatewayReport = {
		used: 0,
		refused: 0,
		calls: 0,
		mostOpen: 0,
		cost: 0,
		answered: 0,
		codes: [],
		printed: "",
	};
	const prompts = new Set<string>();
	const service = await startChatService({
		intercept: ({ prompt, request, response }) => {
			if (request.url?.startsWith(`/api/models/${MODEL}?`)) {
				reply(response, 200, { inferenceProviderMapping: MAPPING });
				return true;
			}
			if (request.method !== "POST") return false;
			const time = performance.now() / 1000;
			if (first === 0) [first, filledAt] = [time, time];
			level = Math.min(size, level + (time - filledAt) * rate);
			[filledAt, last] = [time, time];
			report.calls++;
			if (level < 1) {
				report.refused++;
				reply(response, 429, { error: { message: "too many calls" } });
				return true;
			}
			level--;
			prompts.add(prompt);
			report.cost += COST;
			const answer = completion(`re: ${prompt}`) as { usage: object };
			setTimeout(() => reply(response, 200, { ...answer, usage: { ...answer.usage, cost: COST } }), LATENCY_MS);
			return true;
		},
	});
	const url = service.url.replace(/\/v1$/, "");
	const env = {
		PATH: process.env["PATH"],
		HOME: folder,
		HF_TOKEN: "hf_of_a_test",
		HF_ENDPOINT: url,
		HUB_ROUTER_URL: url,
	};
	const budget = maxCost === undefined ? [] : ["--max-cost", String(maxCost)];
	const gateway = spawn(process.execPath, [bin, "serve", "--port", "0", "--json", "--no-key", ...budget], {
		env,
		stdio: ["ignore", "pipe", "ignore"],
	});
	const stopped = ended(gateway);
	try {
		const line = await new Promise<string>((resolve) => createInterface(gateway.stdout).once("line", resolve));
		const { url: address } = JSON.parse(line) as { url: string };
		writeFileSync(join(folder, "in.jsonl"), Array.from({ length: rows }, (_, row) => `{"text":"n${row}"}\n`).join(""));
		const runs = Array.from({ length: shards }, async (_, shard) => {
			const output = join(folder, "out.jsonl");
			const target = [
				"-t",
				"chat",
				"-m",
				`${MODEL}:${PROVIDER}`,
				"--endpoint",
				`${address}/v1`,
				"--shard",
				`${shard}/${shards}`,
			];
			const args = [bin, "batch", join(folder, "in.jsonl"), "-o", output, ...target, "--progress", "none"];
			const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
			let text = "";
			child.stderr.on("data", (chunk: Buffer) => {
				text += chunk.toString();
			});
			const code = await ended(child);
			if (shard === 0) report.printed = text;
			return code;
		});
		report.codes = await Promise.all(runs);
		report.used = (report.calls - report.refused) / (size + rate * (last - first));
		report.mostOpen = service.mostOpen;
		report.answered = prompts.size;
		return report;
	} finally {
		gateway.kill("SIGTERM");
		await stopped;
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
