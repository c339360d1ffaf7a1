import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../../helpers/built.ts";
import { startChatService } from "../../helpers/chat-service.ts";

const bin = builtFile("bin/hub.js");

export interface CacheReport {
	/** Rows whose result is missing or that of another row, and files that are not whole. */
	problems: string[];
	kills: number;
	/** Calls of the last run, which should find every result. */
	askedAtLast: number;
	/** Files of writes that were cut off. */
	drafts: number;
}

/** Runs the same rows in processes that share one cache, and kills some of them while they write to it. */
export async function runSharedCache(processes: number, rows: number, kills: number): Promise<CacheReport> {
	const folder = mkdtempSync(join(tmpdir(), "cache-"));
	const cache = join(folder, "cache");
	const service = await startChatService({ delay: 2 });
	const texts = Array.from({ length: rows }, (_, row) => `n${row}`);
	const report: CacheReport = { problems: [], kills: 0, askedAtLast: 0, drafts: 0 };
	const files = (): string[] =>
		readdirSync(cache, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ name }) => name);
	/** Runs the rows from `first` on; killed after this many answers of the service. */
	const run = async (name: string, first: number, killAfter?: number): Promise<void> => {
		const ordered = [...texts.slice(first), ...texts.slice(0, first)];
		writeFileSync(join(folder, `${name}.jsonl`), ordered.map((text) => `{"text":"${text}"}\n`).join(""));
		const output = join(folder, `${name}.out.jsonl`);
		const target = ["-t", "chat", "-m", "m", "--endpoint", service.url, "--cache", cache, "--progress", "none"];
		for (let limit = killAfter; ; limit = undefined) {
			const child = spawn(process.execPath, [bin, "batch", join(folder, `${name}.jsonl`), "-o", output, ...target], {
				env: { PATH: process.env["PATH"], HOME: folder },
				stdio: ["ignore", "ignore", "pipe"],
			});
			let stderr = "";
			child.stderr.on("data", (chunk: Buffer) => {
				stderr += chunk.toString();
			});
			const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
			const until = (limit ?? 0) + service.asked.size;
			const watch = setInterval(() => {
				if (limit === undefined || service.asked.size < Math.min(until, rows)) return;
				if (child.kill("SIGKILL")) report.kills++;
				clearInterval(watch);
			}, 1);
			const code = await ended;
			clearInterval(watch);
			if (code === null) continue;
			if (code !== 0) report.problems.push(`${name}: exit code ${code}: ${stderr.slice(0, 300)}`);
			break;
		}
		const seen = new Set<string>();
		for (const line of readFileSync(output, "utf8").split("\n").filter(Boolean)) {
			const { index, output: answer } = JSON.parse(line) as {
				index: number;
				output?: { choices: { message: { content: string } }[] };
			};
			const text = ordered[index];
			if (answer?.choices[0]?.message.content !== `re: ${text}`) report.problems.push(`${name}: row ${index} is wrong`);
			if (text !== undefined) seen.add(text);
		}
		if (seen.size !== rows) report.problems.push(`${name}: ${seen.size} of ${rows} rows`);
	};
	try {
		const spread = (number: number): number => Math.floor((number * rows) / processes);
		await Promise.all(
			Array.from({ length: processes }, (_, number) =>
				run(`run-${number}`, spread(number), number < kills ? 5 + number * 7 : undefined),
			),
		);
		const before = [...service.asked.values()].reduce((sum, count) => sum + count, 0);
		await run("last", 0);
		report.askedAtLast = [...service.asked.values()].reduce((sum, count) => sum + count, 0) - before;
		const names = files();
		report.drafts = names.filter((name) => !/^[0-9a-f]+(\.json)?$/.test(name)).length;
		return report;
	} finally {
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
