/**
 * Renders and compiles chat templates with this engine and with others, alternating between them in one run, and prints
 * ratios: times are worthless across machines. Needs the shared corpus beside the checkout. Then looks at how the memory
 * of a render grows with its output. The engine is measured as people import it, since tsx slows closures down: `npm run bench:template`.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Template as ReferenceTemplate } from "@huggingface/jinja";
import { Environment as MiniEnvironment } from "minijinja-js/dist/node";
import nunjucks from "nunjucks";
import type * as Library from "../../src/template/index.ts";
import { BUILDERS, measureUsage } from "../template/memory.ts";
import { report } from "./figure.ts";
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
const ROUNDS = 5;

interface Engine {
	readonly name: string;
	/** Reads a template; the result renders a context. */
	readonly compile: (source: string) => (context: Record<string, unknown>) => string;
}

const now = new Date(2024, 6, 26);
const ENGINES: readonly Engine[] = [
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

/** Goals beside the reference, as multiples of its speed; the other engines stand beside. */
function reportSpeeds(
	title: string,
	atLeast: number,
	rows: readonly { label: string; rates: readonly (number | undefined)[] }[],
): void {
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
	for (const [index, { name }] of ENGINES.entries()) {
		const values = ratios[index] ?? [];
		if (values.length === 0) continue;
		report({
			title: `${title}, geometric mean of ${values.length}`,
			value: mean(values),
			over: name === "@huggingface/jinja" ? "the reference" : `\`${name}\``,
			goal: name === "@huggingface/jinja" ? { atLeast } : undefined,
			detail: `slowest ${Math.min(...values).toFixed(2)}`,
		});
	}
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
	reportSpeeds("speed of a render", 8, renders);
	const compiles = chosen.map(({ name, template }) => ({
		label: name,
		rates: compare(ENGINES.map((engine) => () => engine.compile(template))),
	}));
	reportSpeeds("speed of compiling", 1.5, compiles);
	reportMemory([...builders, ...chosen]);
}
