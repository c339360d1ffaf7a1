/**
 * Renders and compiles chat templates with this engine and with others, alternating between them in one run, and prints
 * ratios: times are worthless across machines. Needs the shared corpus beside the checkout. Then looks at how the memory
 * of a render grows with its output. Needs a build: the engine is measured as people import it, since tsx slows closures down. With `summary` only the reference is compared with, in fewer rounds.
 *
 *     npx tsx test/bench/template.ts [summary]
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Template as ReferenceTemplate } from "@huggingface/jinja";
import { Environment as MiniEnvironment } from "minijinja-js/dist/node";
import nunjucks from "nunjucks";
import type * as Library from "../../src/template/index.ts";
import { BUILDERS, measureUsage } from "../template/memory.ts";
import "./built.ts";

const built = new URL("../../dist/lib/template/index.js", import.meta.url).href;
const { Template } = (await import(built)) as typeof Library;
const CORPUS = fileURLToPath(new URL("../../../shared/spec/chat-templates.json", import.meta.url));
const NAMES = [
	"chatml",
	"meta-llama-Llama-3.1-8B-Instruct",
	"Qwen-Qwen3-0.6B",
	"deepseek-ai-DeepSeek-R1-Distill-Llama-8B",
	"microsoft-Phi-3.5-mini-instruct",
];
const SIZES = [2, 50, 400];
/** Messages of the renders whose memory is measured. */
const GROWING_SIZES = [2_000, 4_000, 8_000, 16_000];
/** Milliseconds per engine and round, and rounds; the best round counts. */
const SLICE = 40;
const STRETCH = 3;
const IS_SUMMARY = process.argv[2] === "summary";
const ROUNDS = IS_SUMMARY ? 5 : 7;

interface Engine {
	readonly name: string;
	/** Reads a template; the result renders a context. */
	readonly compile: (source: string) => (context: Record<string, unknown>) => string;
}

const now = new Date(2024, 6, 26);
const ALL_ENGINES: readonly Engine[] = [
	{
		name: "modelhub",
		compile: (source) => {
			const template = new Template(source, { now });
			return (context) => template.render(context);
		},
	},
	{
		name: "@huggingface/jinja",
		compile: (source) => {
			const template = new ReferenceTemplate(source);
			return (context) => template.render(context);
		},
	},
	{
		name: "minijinja-js",
		compile: (source) => {
			const environment = new MiniEnvironment();
			environment.enablePyCompat();
			environment.trimBlocks = true;
			environment.lstripBlocks = true;
			environment.addGlobal("strftime_now", () => "26 Jul 2024");
			environment.addTemplate("chat", source);
			return (context) => environment.renderTemplate("chat", context);
		},
	},
	{
		name: "nunjucks",
		compile: (source) => {
			const environment = new nunjucks.Environment(null, { autoescape: false, trimBlocks: true, lstripBlocks: true });
			const template = new nunjucks.Template(source, environment, undefined, true);
			return (context) => template.render(context);
		},
	},
];

const ENGINES = IS_SUMMARY ? ALL_ENGINES.slice(0, 2) : ALL_ENGINES;

function makeContext(count: number): Record<string, unknown> {
	const messages = Array.from({ length: count }, (_, index) => ({
		role: index % 2 === 0 ? "user" : "assistant",
		content: `Message ${index}: could you explain how the result of step ${index} follows?`,
	}));
	return { messages, add_generation_prompt: true, bos_token: "<s>", eos_token: "</s>" };
}

/** Runs of a function per second, in the fastest of the short stretches of a slice of time: others may use the machine too. */
function measure(run: () => unknown): number {
	const end = performance.now() + SLICE;
	let best = 0;
	while (performance.now() < end) {
		const start = performance.now();
		let count = 0;
		let elapsed = 0;
		do {
			run();
			count++;
			elapsed = performance.now() - start;
		} while (elapsed < STRETCH);
		best = Math.max(best, (count / elapsed) * 1000);
	}
	return best;
}

/** The best rate of every run, taken in turns; undefined for runs that fail. */
function compare(runs: readonly (() => unknown)[]): (number | undefined)[] {
	const best = runs.map((run): number | undefined => {
		try {
			run();
			return 0;
		} catch {
			return undefined;
		}
	});
	for (let round = 0; round < ROUNDS; round++)
		for (const [index, run] of runs.entries()) {
			const known = best[index];
			if (known !== undefined) best[index] = Math.max(known, measure(run));
		}
	return best;
}

const mean = (values: readonly number[]): number =>
	Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

function report(title: string, rows: readonly { label: string; rates: readonly (number | undefined)[] }[]): void {
	console.log(`\n${title} (ours per second; how many times as fast as the others)`);
	const ratios = ENGINES.map((): number[] => []);
	for (const { label, rates } of rows) {
		const [ours = 0] = rates;
		const cells = rates.slice(1).map((rate, index) => {
			if (!rate) return `${ENGINES[index + 1]?.name} –`;
			ratios[index + 1]?.push(ours / rate);
			return `${ENGINES[index + 1]?.name} ${(ours / rate).toFixed(1)}×`;
		});
		console.log(`  ${label.padEnd(48)} ${ours.toFixed(0).padStart(9)}/s  ${cells.join("  ")}`);
	}
	for (const [index, values] of ratios.entries())
		if (values.length > 0)
			console.log(`  geometric mean over ${values.length}: ${mean(values).toFixed(2)}× ${ENGINES[index]?.name}`);
	const [, reference = []] = ratios;
	console.log(
		`${title.toLowerCase()}: mean ratio ${(1 / mean(reference)).toFixed(3)}, worst ratio ${(1 / Math.min(...reference)).toFixed(3)}`,
	);
}

function reportMemory(templates: readonly { name: string; template: string }[]): void {
	console.log(
		`\nMemory at ${GROWING_SIZES.join(", ")} messages: megabytes held at the most (bytes per character of output)`,
	);
	for (const { name, template } of templates) {
		measureUsage(template, 500);
		const cells = GROWING_SIZES.map((size) => {
			const { output, peak } = measureUsage(template, size);
			return `${(peak / 1e6).toFixed(2).padStart(6)} (${(peak / output).toFixed(1)})`;
		});
		console.log(`  ${name.padEnd(48)} ${cells.join("  ")}`);
	}
}

const builders = Object.entries(BUILDERS).map(([name, template]) => ({ name: `text ${name}`, template }));
if (!existsSync(CORPUS)) {
	console.log(`The corpus ${CORPUS} is not here: nothing to compare.`);
	reportMemory(builders);
} else {
	const { templates } = JSON.parse(readFileSync(CORPUS, "utf8")) as { templates: { name: string; template: string }[] };
	const chosen = templates.filter(({ name }) => NAMES.includes(name));
	const renders = chosen.flatMap(({ name, template }) =>
		SIZES.map((size) => {
			const context = makeContext(size);
			const runs = ENGINES.map((engine) => {
				try {
					const render = engine.compile(template);
					return () => render(context);
				} catch (error) {
					return () => {
						throw error;
					};
				}
			});
			return { label: `${name}, ${size} messages`, rates: compare(runs) };
		}),
	);
	report("Render", renders);
	const compiles = chosen.map(({ name, template }) => ({
		label: name,
		rates: compare(ENGINES.map((engine) => () => engine.compile(template))),
	}));
	report("Compile", compiles);
	if (!IS_SUMMARY) reportMemory([...builders, ...chosen]);
}
