/**
 * Measures what a template costs before it is rendered often, beside the reference's engine: the CPU time of the import of
 * `modelhub/jinja`, that until the first render is done, the heap of a compiled template, and the size in a bundle.
 * Each figure comes from processes of its own, the best of `npx tsx test/bench/template-start.ts [rounds]`; the heap from
 * one. Needs a build, and for all but the import and the size the shared corpus beside the checkout.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUNDLERS } from "../../scripts/bundlers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CORPUS = fileURLToPath(new URL("../../../shared/spec/chat-templates.json", import.meta.url));
const ENGINES = ["modelhub/jinja", "@huggingface/jinja"] as const;
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
		title: "import",
		unit: "µs",
		goal: 1.1,
		needsCorpus: false,
		rounds,
		program: (engine: string) => timed("", `await import("${engine}");`),
	},
	{
		title: "first render",
		unit: "µs",
		goal: 1,
		needsCorpus: true,
		rounds,
		program: (engine: string) =>
			timed(
				PRELUDE,
				`const { Template } = await import("${engine}");\nnew Template(sources.find((source) => source.includes("tool"))).render(context);`,
			),
	},
	{
		title: "heap of a template",
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

function print(title: string, unit: string, [own, theirs]: readonly number[], goal: number): void {
	const ratio = (own ?? Number.NaN) / (theirs ?? Number.NaN);
	console.log(`${title}: hub ${own} ${unit}, reference ${theirs} ${unit}, ratio ${ratio.toFixed(2)}, goal ${goal}`);
}

for (const { title, unit, goal, needsCorpus, rounds, program } of FIGURES) {
	if (needsCorpus && !existsSync(CORPUS)) {
		console.log(`${title}: not measured, since ${CORPUS} is missing`);
		continue;
	}
	const best = ENGINES.map(() => Number.POSITIVE_INFINITY);
	// In turns, so that a busy moment of the machine meets both.
	for (let round = 0; round < rounds; round++)
		for (const [index, engine] of ENGINES.entries())
			best[index] = Math.min(best[index] ?? Number.NaN, run(program(engine)));
	print(title, unit, best, goal);
}

const sizes: number[] = [];
for (const engine of ENGINES) sizes.push((await BUNDLERS.esbuild(`export { Template } from "${engine}";`)).length);
print("minified", "bytes", sizes, 1.33);
