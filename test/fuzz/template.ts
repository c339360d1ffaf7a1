/**
 * Renders randomly damaged templates with randomly damaged contexts and reports everything that is not a template error:
 * other exceptions, renders that take long, changed prototypes, exceeded limits.
 *
 *     npx tsx test/fuzz/template.ts [seconds] [seed]
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isTemplateError, Template } from "../../src/template/index.ts";
import { makeRandom } from "./random.ts";

const LIMITS = { max_steps: 20_000, max_output: 200_000, max_string: 100_000, max_range: 2_000 };
/** Milliseconds after which a render counts as hanging, far beyond what the limits allow. */
const HANG = 2_000;
/** Runs between two looks at the clock. */
const ROUND = 500;
const FRAGMENTS = [
	"{{ ",
	" }}",
	"{% ",
	" %}",
	"{%- ",
	" -%}",
	"{# ",
	" #}",
	"{% endif %}",
	"{% endfor %}",
	"{% else %}",
	"{% for x in messages %}",
	"{% if x %}",
	"{% set x = [x, x] %}",
	"{% set ns = namespace(a=1) %}",
	"{% set ns.a = [ns.a, ns] %}",
	"{{ ns }}",
	"{% macro m(a) %}{{ m(a) }}{% endmacro %}{{ m(1) }}",
	"{% for x in messages recursive %}{{ loop(messages) }}{% endfor %}",
	"{% raw %}",
	"{% break %}",
	"{{ 'x' * 99999 }}",
	"{{ range(1999)|map('string')|join }}",
	"{{ '%9999999d' % 1 }}",
	"{{ '{:>9999999}'.format(1) }}",
	"{{ 9 ** 9999 ** 99 }}",
	"{{ x.constructor.constructor('return 1')() }}",
	"{{ messages.__proto__ }}",
	"{{ ''['constructor'] }}",
	"{{ {'__proto__': 1}.__proto__.polluted }}",
	"{% set x = namespace(__proto__=1) %}",
	"{% set ns.__proto__ = 1 %}",
	"{% set ns.constructor = messages %}",
	"{{ dict(__proto__=messages, constructor=1) }}",
	"|tojson(indent=2)",
	"|map(attribute='constructor')|list",
	"|groupby('role')",
	"|sort(attribute='content')",
	"|wordwrap(3)",
	"|urlize",
	"|striptags",
	"|pprint",
	"|batch(2)|list",
	"|select('in', messages)|list",
	"|default({}, true)",
	"[::-1]",
	".split('')",
	".format(messages)",
	" ~ ",
	" ** ",
	" // 0",
	" is divisibleby 0",
	"(((((",
	"[[[[[",
	"{{{",
	"}}}",
	"\\",
	"'",
	'"',
	"\u0000",
	"\ud800",
	"🤗",
];
const VALUES: readonly unknown[] = [
	null,
	undefined,
	true,
	0,
	-0,
	-1,
	1.5,
	1e308,
	Number.NaN,
	2n ** 80n,
	"",
	"text",
	"__proto__",
	[],
	{},
	[[]],
	{ __proto__: null, constructor: 1 },
	new Map<unknown, unknown>([[1, 2]]),
	JSON.parse('{"__proto__": {"polluted": true}, "constructor": "x"}'),
	() => "called",
	new Date(0),
	Symbol("symbol"),
];

export interface Seed {
	readonly template: string;
	readonly context: Record<string, unknown>;
}

/** Something that must not happen. */
export interface Finding {
	readonly problem: string;
	readonly template: string;
}

/** Runs so many damaged variants of the seeds; returns what went wrong. */
export function fuzz(seeds: readonly Seed[], runs: number, seed: number): Finding[] {
	const random = makeRandom(seed);
	const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
	const findings: Finding[] = [];
	for (let run = 0; run < runs; run++) {
		const base = pick(seeds);
		const template = damageText(base.template, pick(seeds).template, random, pick);
		const context = random() < 0.3 ? damageContext(base.context, random, pick) : base.context;
		const problem = findProblem(template, context, random);
		if (problem !== undefined) findings.push({ problem, template });
	}
	return findings;
}

type Pick = <T>(items: readonly T[]) => T;

function damageText(text: string, other: string, random: () => number, pick: Pick): string {
	let result = text;
	for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
		const start = Math.floor(random() * (result.length + 1));
		const length = Math.floor(random() ** 3 * 60);
		const from = Math.floor(random() * other.length);
		const insert = pick([
			"",
			pick(FRAGMENTS),
			pick(FRAGMENTS) + pick(FRAGMENTS),
			other.slice(from, from + Math.floor(random() * 80)),
			result.slice(start, start + length).repeat(2),
		]);
		result = result.slice(0, start) + insert + result.slice(start + (random() < 0.5 ? length : 0));
	}
	return result;
}

function damageContext(context: Record<string, unknown>, random: () => number, pick: Pick): Record<string, unknown> {
	const damage = (value: unknown): unknown => {
		if (random() < 0.1) return pick(VALUES);
		if (Array.isArray(value)) return value.map(damage);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, damage(item)]));
	};
	return Object.fromEntries(Object.entries(context).map(([key, value]) => [key, damage(value)]));
}

function findProblem(source: string, context: Record<string, unknown>, random: () => number): string | undefined {
	const start = performance.now();
	let problem: string | undefined;
	try {
		const template = new Template(source, {
			limits: LIMITS,
			random,
			...(random() < 0.1 ? { compat: "reference" } : {}),
		});
		if (random() < 0.05) new Template(template.format());
		const output = template.render(context);
		if (output.length > LIMITS.max_output) problem = `output of ${output.length} characters`;
	} catch (error) {
		if (!isTemplateError(error)) problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
	}
	const elapsed = performance.now() - start;
	if (elapsed > HANG) problem = `took ${Math.round(elapsed)} ms`;
	if ("polluted" in {} || Object.keys(Object.prototype).length > 0)
		problem = "the prototype of all objects was changed";
	return problem;
}

function main(): void {
	const [seconds = 60, seed = 1] = process.argv.slice(2).map(Number);
	const corpus = JSON.parse(
		readFileSync(new URL("../../../shared/spec/chat-templates.json", import.meta.url), "utf8"),
	) as {
		templates: { template: string; cases: { conversation?: string; context?: Record<string, unknown> }[] }[];
		common: Record<string, unknown>;
		conversations: Record<string, Record<string, unknown>>;
	};
	const seeds = corpus.templates.flatMap(({ template, cases }) =>
		cases.map(({ conversation = "", context }) => ({
			template,
			context: context ?? { ...corpus.common, ...corpus.conversations[conversation] },
		})),
	);
	const start = performance.now();
	const findings: Finding[] = [];
	let runs = 0;
	for (let round = 0; performance.now() - start < seconds * 1000; round++) {
		findings.push(...fuzz(seeds, ROUND, seed + round));
		runs += ROUND;
	}
	for (const { problem, template } of findings.slice(0, 20))
		process.stdout.write(`${problem}\n  ${JSON.stringify(template.slice(0, 2000))}\n`);
	process.stdout.write(
		`${runs} runs from seed ${seed} in ${Math.round((performance.now() - start) / 1000)} s: ${findings.length} findings\n`,
	);
	process.exitCode = findings.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
