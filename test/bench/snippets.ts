/**
 * Measures how fast API snippets are generated, beside the reference client: `npx tsx test/bench/snippets.ts [rounds]`.
 * Both generate every case of the fixtures in turn.
 */
import { readFileSync } from "node:fs";
import { snippets as reference } from "@huggingface/inference";
import { getInferenceSnippets } from "../../src/snippets/index.ts";
import { type Goal, median, report } from "./figure.ts";

const rounds = Number(process.argv[2] ?? 30);

interface Case {
	name: string;
	model: Parameters<typeof getInferenceSnippets>[0];
	provider: string;
	mapping: NonNullable<Parameters<typeof getInferenceSnippets>[2]> | null;
	opts: Parameters<typeof getInferenceSnippets>[3] | null;
	expected: { snippets?: unknown[] };
}

type Generate = (example: Case) => unknown[];

const file = new URL("../fixtures/api/cases.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };
// Without those that fail or log: there is nothing to generate.
const used = cases.filter(({ expected }) => expected.snippets?.length);

const generateOurs: Generate = ({ model, provider, mapping, opts }) =>
	getInferenceSnippets(model, provider, mapping ?? undefined, opts ?? undefined);
const referenceFunction = reference.getInferenceSnippets as unknown as (...args: unknown[]) => unknown[];
const generateReference: Generate = ({ model, provider, mapping, opts }) =>
	referenceFunction(model, provider, mapping ?? undefined, opts ?? undefined);

const GROUPS: { title: string; goal?: Goal; cases: Case[] }[] = [
	{ title: "all cases", cases: used },
	{ title: "chats", goal: { atMost: 0.2 }, cases: used.filter(({ name }) => name.startsWith("chat")) },
	{ title: "other tasks", cases: used.filter(({ name }) => !name.startsWith("chat")) },
];

/** Microseconds a call, over all cases. */
function time(generate: Generate, examples: readonly Case[]): number {
	const start = performance.now();
	let count = 0;
	for (const example of examples) count += generate(example).length;
	if (count === 0) throw new Error("Nothing was generated");
	return ((performance.now() - start) * 1000) / examples.length;
}

for (const group of GROUPS) {
	time(generateOurs, group.cases);
	time(generateReference, group.cases);
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let round = 0; round < rounds; round++) {
		ours.push(time(generateOurs, group.cases));
		theirs.push(time(generateReference, group.cases));
	}
	report({
		title: `time of API snippets, ${group.title} (${group.cases.length})`,
		value: median(ours) / median(theirs),
		over: "the reference",
		goal: group.goal,
		detail: `${median(ours).toFixed(0)} to ${median(theirs).toFixed(0)} µs`,
	});
}
