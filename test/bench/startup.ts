/**
 * Measures how long `hub` takes to start, as a multiple of Node itself: `npm run bench:startup [rounds]`.
 * Needs a build. Ends with exit code 1 when a command is over its budget.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./built.ts";

const home = mkdtempSync(join(tmpdir(), "hub-bench-"));
const record = join(home, "record.json");
writeFileSync(
	record,
	JSON.stringify({
		id: "meta-llama/Llama-3.1-8B-Instruct",
		pipeline_tag: "text-generation",
		library_name: "transformers",
		tags: ["transformers", "conversational"],
		transformersInfo: { auto_model: "AutoModelForCausalLM", processor: "AutoTokenizer" },
	}),
);

/** Command lines and their budgets, as multiples of `node -e 0` (spec of the command line, "Fast"). */
/** Node 20 cannot keep compiled code. */
const DRY_RUN = process.version.startsWith("v20.") ? 2.6 : 2;

const COMMANDS: { args: string[]; budget: number }[] = [
	{ args: ["--version"], budget: 1.3 },
	{ args: ["--help"], budget: 1.7 },
	{ args: ["tasks", "--json"], budget: 2.6 },
	{ args: ["libraries", "--json"], budget: 2.6 },
	// `auto` asks nobody for the model, so that this measures the command and not the network.
	{ args: ["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"], budget: DRY_RUN },
	{ args: ["snippet", "--model-file", record], budget: 2.6 },
	{ args: ["snippet", "--model-file", record, "--client", "requests"], budget: 2.6 },
];

const BASELINE = ["-e", "0"];
const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const rounds = Number(process.argv[2] ?? 21);

const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, HUB_CONFIG_DIR: home };
// The first alone adds some 30 ms to every start of Node 20; the others change what is measured.
for (const name of ["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "HF_TOKEN", "HUB_TOKEN"]) delete env[name];

/** Milliseconds from start to exit. */
function time(args: string[]): number {
	const start = performance.now();
	const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
	const duration = performance.now() - start;
	if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
	return duration;
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

function row(name: string, milliseconds: string, ratio: string, budget: string, verdict: string): void {
	console.log(`${name.padEnd(62)}${milliseconds.padStart(8)}${ratio.padStart(8)}${budget.padStart(8)}  ${verdict}`);
}

try {
	const lines = [BASELINE, ...COMMANDS.map(({ args }) => [hub, ...args])];
	for (const line of lines) time(line);
	const times = lines.map((): number[] => []);
	// In turn, so that a busy moment of the machine meets all alike.
	for (let round = 0; round < rounds; round++) {
		for (const [index, line] of lines.entries()) times[index]?.push(time(line));
	}
	const [baseline = Number.NaN, ...medians] = times.map(median);
	row(`Node ${process.version}, median of ${rounds}`, "ms", "ratio", "budget", "");
	row("node -e 0", baseline.toFixed(1), "1.00", "", "");
	for (const [index, { args, budget }] of COMMANDS.entries()) {
		const milliseconds = medians[index] ?? Number.NaN;
		const ratio = milliseconds / baseline;
		const isOver = !(ratio <= budget);
		if (isOver) process.exitCode = 1;
		row(
			`hub ${args.join(" ").replace(record, "record.json")}`,
			milliseconds.toFixed(1),
			ratio.toFixed(2),
			budget.toFixed(2),
			isOver ? "over" : "ok",
		);
	}
} finally {
	rmSync(home, { recursive: true, force: true });
}
