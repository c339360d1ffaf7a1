/**
 * Measures how long commands take to start, as multiples of `node -e 0`, and compares with the budgets.
 *
 *     npm run bench:startup            needs a build; exits with 1 when a budget is exceeded
 *     npm run bench:startup -- 50      with 50 rounds instead of 25
 *
 * The commands take turns, so that what else the machine does hits all of them. The fastest run of each counts: it is
 * the one least disturbed.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Row {
	args: string[];
	/** Largest multiple of the time of `node -e 0`. */
	budget: number;
}

const ROWS: readonly Row[] = [
	{ args: ["--version"], budget: 1.25 },
	{ args: ["--help"], budget: 1.5 },
	{ args: ["tasks", "--json"], budget: 1.6 },
	{ args: ["libraries", "--json"], budget: 1.7 },
	{ args: ["infer", "-t", "chat", "--endpoint", "http://127.0.0.1:1", "--dry-run", "hi"], budget: 2 },
];

const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const rounds = Number(process.argv[2] ?? 25);
const env = { ...process.env };
// On Node 20 this variable alone adds 30 ms to every start.
delete env["NODE_EXTRA_CA_CERTS"];

function measure(args: readonly string[]): number {
	const start = process.hrtime.bigint();
	const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
	const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
	if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
	return elapsed;
}

const commands = [["-e", "0"], ...ROWS.map(({ args }) => [hub, ...args])];
const best = commands.map(() => Number.POSITIVE_INFINITY);
for (let round = 0; round < rounds; round++) {
	for (const [index, args] of commands.entries()) best[index] = Math.min(best[index] ?? 0, measure(args));
}
const base = best[0] ?? 1;
console.log(`node -e 0: ${base.toFixed(1)} ms`);
for (const [index, { args, budget }] of ROWS.entries()) {
	const time = best[index + 1] ?? 0;
	const ratio = time / base;
	const isOver = ratio > budget;
	console.log(
		`${ratio.toFixed(2)}x of ${budget}x  ${time.toFixed(1)} ms  hub ${args.join(" ")}${isOver ? "  TOO SLOW" : ""}`,
	);
	if (isOver) process.exitCode = 1;
}
