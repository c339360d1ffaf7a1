/**
 * Refreshes everything that is recorded in the repository, one step after another. Each step writes files; read what it
 * changed before you commit. A step that would record a crash fails, and the rest is left as it was.
 *
 *     npm run update                  all steps
 *     npm run update -- sessions api  some of them
 *     npm run update -- --list        their names, and what they write
 *
 * Not here, because they measure or ask the network: docs/benchmarks.md (`npm run bench`), the comparison with the newest
 * reference (`npm run upstream`), and what Python's Jinja2 records (`scripts/record-*.py`).
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface UpdateStep {
	/** The files that the step writes, from the root. */
	writes: readonly string[];
	/** A program of `node_modules/.bin` with its arguments. */
	command: readonly string[];
	/** Variables that tell tests to write. */
	env?: Readonly<Record<string, string>>;
}

/** In this order: what later steps print follows from what earlier ones write. */
export const UPDATE_STEPS: Readonly<Record<string, UpdateStep>> = {
	types: { writes: ["src/inference/io"], command: ["tsx", "scripts/generate-task-types.ts"] },
	providers: {
		writes: ["src/exchange/provider-hosts.ts", "README.md"],
		command: ["tsx", "scripts/generate-providers.ts"],
	},
	prices: { writes: ["src/exchange/data/prices.json"], command: ["tsx", "scripts/generate-prices.ts"] },
	fixtures: { writes: ["test/fixtures/wire"], command: ["tsx", "scripts/generate-wire-fixtures.ts"] },
	build: { writes: ["package.json"], command: ["tsx", "scripts/build.ts", "--for-tests"] },
	api: { writes: ["etc/api"], command: ["tsx", "scripts/api-report.ts"] },
	sessions: {
		writes: ["test/fixtures/sessions"],
		command: ["vitest", "run", "test/cli/sessions.test.ts"],
		env: { UPDATE_SESSIONS: "1" },
	},
	sandbox: {
		writes: ["test/fixtures/sandbox"],
		command: ["vitest", "run", "test/sandbox/answers.test.ts"],
		env: { UPDATE_ANSWERS: "1" },
	},
	snippets: {
		writes: ["test/fixtures/library"],
		command: ["vitest", "run", "test/snippets/library/examples.test.ts", "-u"],
	},
	agents: { writes: ["test/bench/agent/runs.json"], command: ["tsx", "test/bench/agent/record.ts"] },
	contract: { writes: ["docs/serve.md"], command: ["tsx", "test/gateway/contract/table.ts"] },
	screens: { writes: ["docs/screens"], command: ["tsx", "scripts/screens.ts"] },
};

function run(name: string, { command: [program = "", ...args], env }: UpdateStep): boolean {
	console.log(`\n${name}: ${[program, ...args].join(" ")}`);
	const { status } = spawnSync(program, args, {
		cwd: root,
		env: { ...process.env, ...env, PATH: `${root}node_modules/.bin:${process.env["PATH"] ?? ""}` },
		stdio: "inherit",
	});
	return status === 0;
}

function main(): void {
	const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
	const unknown = positionals.filter((name) => !(name in UPDATE_STEPS));
	if (unknown.length > 0) {
		console.error(`There is no step ${unknown.join(", ")}. Steps: ${Object.keys(UPDATE_STEPS).join(", ")}.`);
		process.exitCode = 2;
		return;
	}
	const steps = Object.entries(UPDATE_STEPS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
	if (values.list) {
		for (const [name, { writes }] of steps) console.log(`${name.padEnd(10)} ${writes.join(", ")}`);
		return;
	}
	const failed = steps.filter(([name, step]) => !run(name, step)).map(([name]) => name);
	console.log("\nRead what changed before you commit it:");
	spawnSync("git", ["status", "--short", "--", ...steps.flatMap(([, { writes }]) => writes)], {
		cwd: root,
		stdio: "inherit",
	});
	if (failed.length === 0) return;
	console.error(`Failed: ${failed.join(", ")}.`);
	process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
