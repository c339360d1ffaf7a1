/**
 * Measures how fast API snippets are generated, beside the reference client: `npx tsx test/bench/snippets.ts [rounds]`.
 * Both generate every case of the fixtures in turn; less than 1 means less time than the reference.
 */
import { readFileSync } from "node:fs";
import { snippets as reference } from "@huggingface/inference";
import { getInferenceSnippets } from "../../src/snippets/index.ts";

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

const GROUPS: { title: string; cases: Case[] }[] = [
	{ title: "all cases", cases: used },
	{ title: "chats", cases: used.filter(({ name }) => name.startsWith("chat")) },
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

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function row(title: string, ...cells: string[]): void {
	console.log(title.padEnd(44) + cells.map((cell) => cell.padStart(12)).join(""));
}

row(`Node ${process.version}, median of ${rounds}, µs a call`, "first", "hub", "reference", "ratio");
for (const group of GROUPS) {
	const first = time(generateOurs, group.cases);
	time(generateReference, group.cases);
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let round = 0; round < rounds; round++) {
		ours.push(time(generateOurs, group.cases));
		theirs.push(time(generateReference, group.cases));
	}
	const ratio = median(ours) / median(theirs);
	row(
		`${group.title} (${group.cases.length})`,
		first.toFixed(0),
		median(ours).toFixed(0),
		median(theirs).toFixed(0),
		ratio.toFixed(2),
	);
}
