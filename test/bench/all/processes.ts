import { spawn } from "node:child_process";
import type { Row } from "./rows.ts";

/** Milliseconds of each row's fastest run, by title. In turns, so that a busy moment of the machine meets all alike. */
export async function timeRows(rows: readonly Row[], rounds: number, home: string): Promise<Map<string, number>> {
	const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], HOME: home };
	const fastest = new Map<string, number>();
	// The first two rounds fill caches.
	for (let round = -2; round < rounds; round++) {
		for (const row of rows) {
			const time = await timeProcess(row, env);
			if (round >= 0) fastest.set(row.title, Math.min(time, fastest.get(row.title) ?? Number.POSITIVE_INFINITY));
		}
	}
	return fastest;
}

function timeProcess({ title, command, args }: Row, env: NodeJS.ProcessEnv): Promise<number> {
	return new Promise((resolve, reject) => {
		const start = performance.now();
		const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
		let errors = "";
		child.stdout.resume();
		child.stderr.on("data", (data) => {
			errors += String(data);
		});
		child.on("error", reject);
		child.on("close", (code) => {
			if (code === 0) resolve(performance.now() - start);
			else reject(new Error(`${title} ended with ${code}: ${errors}`));
		});
	});
}
