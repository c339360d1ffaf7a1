import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../../helpers/built.ts";
import { startChatService } from "../../helpers/chat-service.ts";
import { type Fault, startS3 } from "../../helpers/s3.ts";

const bin = builtFile("bin/hub.js");

export interface ShardsRun {
	rows: number;
	shards: number;
	workers: number;
	/** Processes that are killed. */
	kills: number;
	/** Share of requests to S3 that meet a fault. */
	faults: number;
	/** The first worker takes this many times as long for a call. */
	slow?: number;
	/** URL of an S3 service with the bucket `data`; default: one in memory. */
	backend?: string | undefined;
}

/** What became of it. */
export interface ShardsReport {
	/** Rows that are missing, twice there or wrong after the merge. */
	problems: string[];
	kills: number;
	/** Calls beyond one for each row. */
	calledAgain: number;
	seconds: number;
}

/**
 * Runs shards on workers without a shared disk, as an engine does: each worker is a machine with a folder of its own,
 * and takes the next shard, or again one that was killed, possibly on another machine.
 */
export async function runShards({
	rows,
	shards,
	workers,
	kills,
	faults,
	slow = 1,
	backend,
}: ShardsRun): Promise<ShardsReport> {
	const started = performance.now();
	const folder = mkdtempSync(join(tmpdir(), "shards-"));
	/** Workers whose process is to be killed: what counts a call of it. */
	const victims = new Map<number, () => void>();
	const service = await startChatService({
		delay: 5,
		intercept: async ({ request }) => {
			victims.get(Number(request.headers["x-worker"]))?.();
			if (request.headers["x-worker"] === "0") await new Promise((resolve) => setTimeout(resolve, 5 * (slow - 1)));
			return false;
		},
	});
	const s3 = await startS3(backend);
	const input = Array.from({ length: rows }, (_, row) => `{"text":"n${row}"}\n`).join("");
	// A service that is not new keeps the objects of earlier runs.
	const prefix = `run-${randomBytes(6).toString("hex")}`;
	await s3.put(`${prefix}/in.jsonl`, Buffer.from(input));
	let requests = 0;
	s3.fault = (): Fault | undefined => {
		requests++;
		if (Math.random() >= faults) return undefined;
		const all: Fault[] = [
			{ status: 503, code: "SlowDown" },
			{ cut: "before" },
			{ cut: "after" },
			{ delay: 1000 },
			{ status: 400, code: "ExpiredToken" },
			...(backend ? [] : [{ stale: true } as const]),
		];
		return all[requests % all.length];
	};
	const environment = (worker: number): Record<string, string> => {
		const home = join(folder, `machine-${worker}`);
		mkdirSync(home, { recursive: true });
		return { PATH: process.env["PATH"] ?? "", HOME: home, HUB_CACHE_DIR: join(home, "cache"), ...s3.env };
	};
	const start = (shard: number, worker: number): ChildProcess => {
		const args = [
			"batch",
			`s3://data/${prefix}/in.jsonl`,
			"-o",
			`s3://data/${prefix}/out`,
			"--shard",
			`${shard}/${shards}`,
		];
		const target = ["-t", "chat", "-m", "m", "--endpoint", service.url, "--header", `x-worker: ${worker}`];
		const limits = ["--part-size", "20KB", "--concurrency", "8", "--progress", "none"];
		return spawn(process.execPath, [bin, ...args, ...target, ...limits], {
			env: environment(worker),
			stdio: ["ignore", "ignore", "pipe"],
		});
	};
	const report: ShardsReport = { problems: [], kills: 0, calledAgain: 0, seconds: 0 };
	const queue = Array.from({ length: shards }, (_, shard) => shard);
	let done = 0;
	const work = async (worker: number): Promise<void> => {
		for (;;) {
			const shard = queue.shift();
			if (shard === undefined) {
				if (done >= shards) return;
				await new Promise((resolve) => setTimeout(resolve, 50));
				continue;
			}
			const child = start(shard, worker);
			let stderr = "";
			child.stderr?.on("data", (text: Buffer) => {
				stderr += text.toString();
			});
			const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
			if (report.kills < kills && Math.random() < 0.6) {
				report.kills++;
				// At one of its calls, or a moment after it: between calls, in an upload, at the end.
				let left = Math.ceil((Math.random() * rows) / shards);
				victims.set(worker, () => {
					if (--left > 0) return;
					victims.delete(worker);
					// One that has ended meanwhile does not count.
					setTimeout(() => child.kill("SIGKILL") || report.kills--, Math.random() * 300);
				});
			}
			const code = await ended;
			victims.delete(worker);
			if (code === 0) done++;
			else queue.push(shard);
			if (code !== 0 && code !== null)
				report.problems.push(`shard ${shard}: exit code ${code}: ${stderr.slice(0, 300)}`);
		}
	};
	try {
		await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
		const merged = join(folder, "all.jsonl");
		const merge = spawn(process.execPath, [bin, "batch", "merge", `s3://data/${prefix}/out`, "-o", merged], {
			env: environment(0),
			stdio: ["ignore", "ignore", "pipe"],
		});
		let stderr = "";
		merge.stderr?.on("data", (text: Buffer) => {
			stderr += text.toString();
		});
		const code = await new Promise((resolve) => merge.on("close", resolve));
		if (code !== 0) report.problems.push(`merge: exit code ${code}: ${stderr}`);
		const lines = code === 0 ? readFileSync(merged, "utf8").split("\n").filter(Boolean) : [];
		if (lines.length !== rows) report.problems.push(`${lines.length} lines of ${rows}`);
		for (const [row, line] of lines.entries()) {
			const { id, output } = JSON.parse(line) as {
				id: string;
				output: { choices: { message: { content: string } }[] };
			};
			const text = output.choices[0]?.message.content;
			if (id !== String(row) || text !== `re: n${row}`) report.problems.push(`row ${row}: ${id} ${text}`);
		}
		if (s3.refused.length > 0) report.problems.push(`wrong signatures: ${s3.refused.slice(0, 3).join(", ")}`);
		const calls = [...service.asked.values()].reduce((sum, count) => sum + count, 0);
		report.calledAgain = calls - rows;
		report.seconds = (performance.now() - started) / 1000;
		return report;
	} finally {
		await s3.close();
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
