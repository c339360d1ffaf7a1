import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** What became of a race. */
export interface RaceReport {
	takeovers: number;
	/** How often a process found another one between taking the lock and leaving it. */
	doubles: number;
	/** How often a process was told that another one has the lock. */
	refusals: number;
}

/** Number of a process that has ended. */
function endedProcess(): number {
	return spawnSync(process.execPath, ["-e", ""]).pid;
}

function prepare(): { folder: string; program: string; count(): number } {
	const folder = mkdtempSync(join(tmpdir(), "race-"));
	const program = join(folder, "racer.mjs");
	const source = fileURLToPath(new URL("helpers/lock-racer.ts", import.meta.url));
	buildSync({ entryPoints: [source], outfile: program, bundle: true, platform: "node", format: "esm" });
	writeFileSync(join(folder, "counter"), "0");
	return { folder, program, count: () => Number(readFileSync(join(folder, "counter"), "utf8")) };
}

async function run(program: string, ...args: string[]): Promise<{ child: ChildProcess; text: string }> {
	const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
	let text = "";
	child.stdout.on("data", (chunk: Buffer) => {
		text += chunk.toString();
	});
	await new Promise((resolve) => child.on("close", resolve));
	return { child, text };
}

/** Several processes take over one lock from each other, each some number of times. */
export async function raceForTakeovers(processes: number, rounds: number): Promise<RaceReport> {
	const { folder, program, count } = prepare();
	try {
		const gone = String(endedProcess());
		const racers = Array.from({ length: processes }, () => run(program, folder, String(rounds), gone));
		const reports = (await Promise.all(racers)).map(({ text }) => JSON.parse(text) as Omit<RaceReport, "takeovers">);
		const sum = (name: "doubles" | "refusals"): number => reports.reduce((total, report) => total + report[name], 0);
		return { takeovers: count(), doubles: sum("doubles"), refusals: sum("refusals") };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Several processes at a time take a lock and are killed with it, until `kills` have been. */
export async function raceOfTheKilled(processes: number, kills: number): Promise<{ taken: number; killed: number }> {
	const { folder, program, count } = prepare();
	let [started, killed] = [0, 0];
	const work = async (): Promise<void> => {
		while (started++ < kills) {
			const { child } = await run(program, folder, "1");
			if (child.signalCode === "SIGKILL") killed++;
		}
	};
	try {
		await Promise.all(Array.from({ length: processes }, work));
		return { taken: count(), killed };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
