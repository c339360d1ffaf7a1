import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../../helpers/built.ts";
import { startChatService } from "../../helpers/chat-service.ts";

const bin = builtFile("bin/hub.js");
const IN_FLIGHT = 16;

/** What became of one run that was killed again and again. */
export interface KillReport {
	kills: number;
	/** Lines that are missing, twice there, or wrong. */
	problems: string[];
	/** Rows asked again although their line was there. */
	askedAgain: string[];
	/** Most rows asked twice by one kill. */
	mostTwice: number;
}

/**
 * Runs rows over a loopback service, kills the command at random moments, resumes it, and compares.
 * @param cut simulate a power cut: the journal loses a random piece of what was written last
 */
export async function runAndKill(rows: number, kills: number, cut = false): Promise<KillReport> {
	const service = await startChatService({ delay: 12 });
	const folder = mkdtempSync(join(tmpdir(), "kill-"));
	const output = join(folder, "out.jsonl");
	writeFileSync(
		join(folder, "in.jsonl"),
		Array.from({ length: rows }, (_, index) => `{"id":"r${index}","text":"n${index}"}\n`).join(""),
	);
	const start = (): ChildProcess =>
		spawn(
			process.execPath,
			[
				bin,
				"batch",
				"in.jsonl",
				"-o",
				output,
				"-t",
				"chat",
				"-m",
				"m",
				"--endpoint",
				service.url,
				"--concurrency",
				String(IN_FLIGHT),
				"--progress",
				"none",
			],
			{ cwd: folder, stdio: "ignore", env: { PATH: process.env["PATH"], HOME: folder } },
		);
	const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.on("close", resolve));
	const report: KillReport = { kills: 0, problems: [], askedAgain: [], mostTwice: 0 };
	const finished = (): Set<string> => new Set(readLines(output).map(({ text }) => text));
	try {
		for (;;) {
			const before = finished();
			const askedBefore = new Map(service.asked);
			const child = start();
			const isLast = report.kills >= kills;
			const end = ended(child);
			if (!isLast) {
				// Sometimes before the first call, sometimes in the middle.
				await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 900));
				child.kill("SIGKILL");
			}
			const code = await end;
			const twice = [...service.asked].filter(
				([prompt, count]) => count > (askedBefore.get(prompt) ?? 0) && askedBefore.has(prompt),
			);
			report.mostTwice = Math.max(report.mostTwice, twice.length);
			report.askedAgain.push(...twice.map(([prompt]) => prompt).filter((prompt) => before.has(prompt)));
			if (code !== null) {
				if (code !== 0) report.problems.push(`exit code ${code}`);
				break;
			}
			report.kills++;
			if (cut && existsSync(output)) cutTail(output, folder);
		}
		const lines = readLines(output);
		const ids = new Set(lines.map(({ id }) => id));
		if (lines.length !== rows || ids.size !== rows)
			report.problems.push(`${lines.length} lines, ${ids.size} ids of ${rows}`);
		for (const { id, answer } of lines) if (answer !== `re: n${id.slice(1)}`) report.problems.push(`${id}: ${answer}`);
		return report;
	} finally {
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Takes away up to 2 kB from the end, at a random byte. */
function cutTail(path: string, folder: string): void {
	const copy = join(folder, "copy");
	copyFileSync(path, copy);
	const size = readFileSync(copy).length;
	truncateSync(path, Math.max(0, size - Math.floor(Math.random() * 2048)));
}

function readLines(path: string): { id: string; text: string; answer: string | undefined }[] {
	if (!existsSync(path)) return [];
	return readFileSync(path, "utf8")
		.split("\n")
		.slice(0, -1)
		.map((line) => {
			const { id, output } = JSON.parse(line) as {
				id: string;
				output?: { choices: { message: { content: string } }[] };
			};
			return { id, text: `n${id.slice(1)}`, answer: output?.choices[0]?.message.content };
		});
}
