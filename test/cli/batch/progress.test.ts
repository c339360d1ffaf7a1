import { expect, it } from "vitest";
import { drawProgress } from "../../../src/cli/commands/batch/progress.tsx";
import { describeProgress, describeSummary, readFacts, Tally } from "../../../src/cli/commands/batch/tally.ts";
import { createContext } from "../../../src/cli/context.ts";
import type { ProcessIO } from "../../../src/cli/terminal/process-io.ts";

it("names the waiting lanes, the reason and the time", () => {
	const tally = new Tally(3, 1, 0, []);
	const lane = { inFlight: 0, limit: 8, done: 3, failed: 1, limited: 0 };
	const stoppedUntil = new Date(2026, 0, 1, 14, 3, 20).getTime();
	tally.lanes.set("groq", { ...lane, name: "groq", stoppedUntil, reason: "failures" });
	tally.lanes.set("novita", { ...lane, name: "novita", stoppedUntil: 0, reason: undefined });
	const line = describeProgress(readFacts(tally));
	expect(line).toMatch(/^3 done, 1 failed, .*; groq {2}0\/8 in flight, waiting \(failures\) until 14:03:20$/);
});

it.each(["erase", "stop"] as const)("leaves nothing on the terminal, and shows the cursor again: %s", async (end) => {
	let written = "";
	const write = (text: string): boolean => {
		written += text;
		return true;
	};
	const stderr = { isTTY: true, columns: 80, rows: 24, write };
	const io = { stdout: { write }, stderr, env: { TERM: "xterm" } } as unknown as ProcessIO;
	const view = drawProgress(new Tally(2, 0, 0, []), createContext(io));
	await view[end]?.();
	expect(written).toContain("2 done");
	expect(written.lastIndexOf("\u001B[?25h")).toBeGreaterThan(written.lastIndexOf("\u001B[?25l"));
	const before = written;
	process.emit("SIGWINCH");
	expect(written).toBe(before);
});

it("ends with a readable cost", () => {
	const facts = { total: 2, done: 2, failed: 0, left: 0, running: false, rows_per_second: 4, errors: [] };
	const lines = [4.05e-7, 0.0012, 12.5].map((cost_usd) => describeSummary({ ...facts, cost_usd })[0]);
	expect(lines).toEqual(
		["$0.000000405", "$0.0012", "$12.50"].map((cost) => `2 of 2 done, 0 failed; 4 rows/s; ${cost}`),
	);
});
