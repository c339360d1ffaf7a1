/**
 * Changes one operator, constant or call of the sources at a time, in a copy, runs the related tests, and lists the
 * changes that no test noticed.
 *
 *     npm run test:mutate -- --sample 200 [--seed 1] [--folder src/http] [--report mutants.jsonl]
 *
 * With a report, a run that was stopped continues.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import equivalents from "./equivalent.json" with { type: "json" };
import { findMutations, type Mutation, mutate } from "./mutations.ts";
import { RelatedTests } from "./related-tests.ts";
import type { Order, Outcome } from "./runner.ts";

/** A mutant may loop for ever. All tests of a survivor take up to 150 seconds on a busy machine. */
const MAX_MS = 400_000;
const NOT_COPIED = /\/(?:node_modules|\.git|dist\.[^/]*|site|test\/clients)$/;
/** Data, types, and code that tests reach only in other processes. */
const SKIPPED = /\/data\/|\.prepared\.ts$|\.d\.ts$|inference\/io\/|cli\/startup\/|cli\/bin\.ts$|help\/|src\/site\//;

interface Candidate extends Mutation {
	file: string;
}

interface Result extends Outcome {
	id: string;
	file: string;
	line: number;
	code: string;
	put: string;
	seconds: number;
}

/** A mutant that behaves as the source does, and why. */
interface Equivalent {
	file: string;
	code: string;
	put: string;
	reason: string;
}

const EQUIVALENT: readonly Equivalent[] = equivalents;
const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: options } = parseArgs({
	options: {
		sample: { type: "string", default: "50" },
		seed: { type: "string", default: "1" },
		folder: { type: "string", default: "src" },
		report: { type: "string" },
	},
});

/** Numbers from 0 to 1 that follow from a seed. */
function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Draws lines, each as likely as any other, and one mutation of each, from the copy: the tree may change meanwhile. */
function draw(count: number, copy: string): Candidate[] {
	const lines = new Map<string, Candidate[]>();
	for (const name of readdirSync(join(copy, options.folder), { recursive: true, encoding: "utf8" }).sort()) {
		const file = join(options.folder, name);
		if (!/\.tsx?$/.test(name) || SKIPPED.test(file)) continue;
		for (const mutation of findMutations(file, readFileSync(join(copy, file), "utf8"))) {
			const key = `${file}:${mutation.line}`;
			lines.set(key, [...(lines.get(key) ?? []), { ...mutation, file }]);
		}
	}
	const random = createRandom(Number(options.seed));
	const pick = <Item>(list: Item[]): Item[] => list.splice(Math.floor(random() * list.length), 1);
	const all = [...lines.values()];
	return Array.from({ length: Math.min(count, all.length) }, () => pick(pick(all)[0] ?? [])).flat();
}

/** Runs vitest in a process that is replaced if a mutant makes it hang. */
class Runner {
	#child: ChildProcess | undefined;
	readonly #copy: string;

	constructor(copy: string) {
		this.#copy = copy;
	}

	async run(order: Order): Promise<Outcome> {
		const child = this.#child ?? (await this.#start());
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<Outcome>((resolve) => {
			timer = setTimeout(() => resolve({ isCaught: true, by: ["time"] }), MAX_MS);
		});
		const over = new AbortController();
		const ended = once(child, "exit", over).then((): Outcome => ({ isCaught: true, by: ["the end of vitest"] }));
		const answered = once(child, "message", over).then(([outcome]) => outcome as Outcome);
		child.send(order);
		const outcome = await Promise.race([answered, ended, late]);
		clearTimeout(timer);
		for (const waiting of [answered, ended]) waiting.catch(() => undefined);
		over.abort();
		if (/^(time|the end of vitest)$/.test(outcome.by[0] ?? "")) this.stop();
		return outcome;
	}

	stop(): void {
		// Its workers are of the same group.
		if (this.#child?.pid) process.kill(-this.#child.pid, "SIGKILL");
		this.#child = undefined;
	}

	async #start(): Promise<ChildProcess> {
		const child = fork(join(this.#copy, "test/mutate/runner.ts"), [this.#copy], {
			cwd: this.#copy,
			detached: true,
			env: { ...process.env, HUB_TEST_UNBUILT: "1" },
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		this.#child = child;
		await once(child, "message");
		return child;
	}
}

async function main(): Promise<void> {
	const known = options.report && existsSync(options.report) ? readFileSync(options.report, "utf8") : "";
	const results = known
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Result);
	const done = new Set(results.map(({ id }) => id));
	const copy = mkdtempSync(join(tmpdir(), "hub-mutants-"));
	const runner = new Runner(copy);
	const remove = (): void => {
		runner.stop();
		rmSync(copy, { recursive: true, force: true });
	};
	process.once("exit", remove);
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
	cpSync(root, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(path) });
	symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
	const candidates = draw(Number(options.sample), copy);
	const related = new RelatedTests(copy);
	const sound = new Map<string, boolean>();
	/** A test that fails without the mutant too, on this machine, catches nothing. */
	const check = async (path: string, source: string, mutant: string, groups: string[][]): Promise<Outcome> => {
		const usable = groups.map((group) => group.filter((test) => sound.get(test) !== false));
		writeFileSync(path, mutant);
		const outcome = await runner.run({ changed: path, groups: usable });
		writeFileSync(path, source);
		const test = outcome.by[0] ?? "";
		if (!outcome.isCaught || !test.startsWith("test/") || sound.get(test)) return outcome;
		const { isCaught: isBroken } = await runner.run({ changed: path, groups: [[test]] });
		sound.set(test, !isBroken);
		return isBroken ? check(path, source, mutant, usable) : outcome;
	};
	for (const candidate of candidates) {
		const { file, line, put, start } = candidate;
		const id = `${file}:${start}:${put}`;
		if (done.has(id)) continue;
		const path = join(copy, file);
		const source = readFileSync(path, "utf8");
		const code = source.split("\n")[line - 1]?.trim() ?? "";
		const before = Date.now();
		const mutant = mutate(source, candidate);
		const outcome = await check(path, source, mutant, related.find(file));
		const seconds = Math.round((Date.now() - before) / 100) / 10;
		const result: Result = { id, file, line, code, put: `${candidate.find} → ${put}`, seconds, ...outcome };
		results.push(result);
		if (options.report) appendFileSync(options.report, `${JSON.stringify(result)}\n`);
		process.stdout.write(`${outcome.isCaught ? "caught " : "ALIVE  "} ${describe(result)} ${seconds} s\n`);
	}
	report(results);
}

function describe({ file, line, code, put }: Result): string {
	return `${file}:${line}: ${put.length > 60 ? `${put.slice(0, 60)}…` : put}   in: ${code}`;
}

function report(results: readonly Result[]): void {
	const isEquivalent = ({ file, code, put }: Result): boolean =>
		EQUIVALENT.some((row) => row.file === file && row.code === code && row.put === put);
	const alive = results.filter(({ isCaught }) => !isCaught);
	const equivalent = alive.filter(isEquivalent);
	const rest = alive.filter((result) => !isEquivalent(result));
	const share = ((100 * rest.length) / Math.max(results.length, 1)).toFixed(1);
	process.stdout.write(
		`\n${results.length} mutants: ${results.length - alive.length} caught, ${rest.length} alive (${share} %), ${equivalent.length} equivalent\n`,
	);
	for (const result of rest) process.stdout.write(`${describe(result)}\n`);
}

await main();
process.exit();
