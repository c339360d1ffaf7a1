/**
 * What a template costs before it is rendered often, beside the reference's engine: the CPU time of the import, that until
 * the first render is done, and the heap of a compiled template. Each figure comes from processes of its own, the best of
 * `npx tsx test/bench/template-start.ts [ROUNDS]`; the heap from one. All but the import needs the shared corpus beside
 * the checkout.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { report } from "./figure.ts";
import "./built.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CORPUS = fileURLToPath(new URL("../../../shared/spec/chat-templates.json", import.meta.url));
const OURS = ["modelhub/jinja", "modelhub/jinja/core"] as const;
const REFERENCE = "@huggingface/jinja";
const rounds = Number(process.argv[2] ?? 15);

const NAMES = [
	"chatml",
	"meta-llama-Llama-3.1-8B-Instruct",
	"Qwen-Qwen3-0.6B",
	"deepseek-ai-DeepSeek-R1-Distill-Llama-8B",
	"microsoft-Phi-3.5-mini-instruct",
];
/** Declarations of a program: the five templates and a conversation. */
const PRELUDE = `
	import { readFileSync } from "node:fs";
	const { templates } = JSON.parse(readFileSync(${JSON.stringify(CORPUS)}, "utf8"));
	const sources = ${JSON.stringify(NAMES)}.map((name) => templates.find((entry) => entry.name === name).template);
	const messages = ["user", "assistant", "user"].map((role) => ({ role, content: "Hi" }));
	const context = { messages, add_generation_prompt: true, bos_token: "", eos_token: "" };
`;

/** Returns a program that prints the CPU time of some code, in microseconds. */
const timed = (prelude: string, code: string): string =>
	`${prelude}\nconst start = process.cpuUsage();\n${code}\nconst { user, system } = process.cpuUsage(start);\nconsole.log(user + system);`;

const COPIES = 40;

/** What is measured, with the program that prints a figure and the goal of the ratio. */
const FIGURES = [
	{
		title: "CPU of the import",
		unit: "µs",
		goal: 1.3,
		needsCorpus: false,
		rounds,
		program: (engine: string) => timed("", `await import("${engine}");`),
	},
	{
		title: "CPU of the import and a first render",
		unit: "µs",
		goal: 1.3,
		needsCorpus: true,
		rounds,
		program: (engine: string) =>
			timed(
				PRELUDE,
				`const { Template } = await import("${engine}");\nnew Template(sources.find((source) => source.includes("tool"))).render(context);`,
			),
	},
	{
		title: "heap of a compiled template",
		unit: "bytes",
		goal: 1.35,
		needsCorpus: true,
		rounds: 1,
		program: (engine: string) => `${PRELUDE}
			const { Template } = await import("${engine}");
			for (const source of sources) new Template(source).render(context);
			const heap = () => (gc(), gc(), process.memoryUsage().heapUsed);
			const before = heap();
			const kept = Array.from({ length: ${COPIES} }, () => sources.map((source) => new Template(source)));
			console.log(Math.round((heap() - before) / ${COPIES} / sources.length));
			kept.length;`,
	},
];

function run(program: string): number {
	const args = ["--expose-gc", "--input-type=module", "-e", program];
	return Number(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
}

for (const { title, unit, goal, needsCorpus, rounds, program } of FIGURES) {
	if (needsCorpus && !existsSync(CORPUS)) {
		console.log(`${title}: not measured, since ${CORPUS} is missing`);
		continue;
	}
	const best = new Map<string, number>();
	// In turns, so that a busy moment of the machine meets all alike.
	for (let round = 0; round < rounds; round++) {
		for (const engine of [REFERENCE, ...OURS]) {
			best.set(engine, Math.min(best.get(engine) ?? Number.POSITIVE_INFINITY, run(program(engine))));
		}
	}
	const theirs = best.get(REFERENCE) ?? Number.NaN;
	for (const engine of OURS) {
		const own = best.get(engine) ?? Number.NaN;
		report({
			title: `${title}, \`${engine}\``,
			value: own / theirs,
			over: "the reference",
			goal: { atMost: goal },
			detail: `${own} to ${theirs} ${unit}`,
		});
	}
}
