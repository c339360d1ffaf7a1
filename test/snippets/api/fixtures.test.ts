import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setLogger } from "../../../src/index.ts";
import {
	getInferenceSnippets,
	type InferenceSnippet,
	type InferenceSnippetOptions,
} from "../../../src/snippets/index.ts";
import { MISSING_LANGUAGES } from "../../helpers/snippet-exec/languages.ts";
import { findDifference, type TextRule } from "../../helpers/snippet-exec/match.ts";
import { type Recording, recordSnippets } from "../../helpers/snippet-exec/record.ts";

interface ExpectedSnippet {
	language: string;
	client: string;
	tokens: string[];
	env: string[];
	expect: { requests?: unknown[]; calls?: unknown[] };
}

interface Case {
	name: string;
	model: Parameters<typeof getInferenceSnippets>[0];
	provider: string;
	mapping: NonNullable<Parameters<typeof getInferenceSnippets>[2]> | null;
	opts: InferenceSnippetOptions | null;
	expected: {
		throws?: { message: string };
		logs?: [level: string, message: string][];
		snippets?: ExpectedSnippet[];
		texts?: Record<string, TextRule>;
	};
}

const folder = new URL("../../fixtures/api/", import.meta.url);
const files = readdirSync(folder).map(
	(name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { cases: Case[]; sequences: string[][] },
);
const cases = files.flatMap((file) => file.cases);
const sequences = files.flatMap((file) => file.sequences);

function generate({ model, provider, mapping, opts }: Case): InferenceSnippet[] {
	return getInferenceSnippets(model, provider, mapping, opts);
}

function nameOf({ language, client }: { language: string; client: string }): string {
	return `${language}/${client}`;
}

const log = vi.fn();
const silent = () => undefined;
beforeAll(() =>
	setLogger({ debug: silent, info: silent, warn: silent, log: silent, error: (...values) => log("error", ...values) }),
);
afterAll(() => setLogger(console));

describe("generation", () => {
	it.each(cases)("$name", (example) => {
		log.mockClear();
		const { logs = [], snippets = [], throws } = example.expected;
		if (throws) {
			expect(() => generate(example)).toThrow(throws.message);
			return;
		}
		expect(generate(example).map(nameOf)).toEqual(snippets.map(nameOf));
		expect(log.mock.calls.map((values) => values.slice(0, 2))).toEqual(logs);
	});

	it.each(sequences.map((names) => ({ names })))("does not depend on earlier calls: $names", ({ names }) => {
		const chosen = names.flatMap((name) => cases.filter((example) => example.name === name));
		expect(chosen.map(generate)).toEqual([...chosen].reverse().map(generate).reverse());
	});
});

describe("execution", () => {
	const running = cases.filter(({ expected }) => expected.snippets && expected.snippets.length > 0);
	const generated = running.map(generate);
	const recordings = new Map<InferenceSnippet, Recording>();
	// The same text is meant in all languages.
	const contexts = running.map(({ expected }) => ({ rules: expected.texts ?? {}, texts: new Map<string, string>() }));

	beforeAll(async () => {
		const all = generated.flat().filter(({ language }) => !MISSING_LANGUAGES.has(language));
		const results = await recordSnippets(all);
		all.forEach((snippet, index) => {
			const recording = results[index];
			if (recording) recordings.set(snippet, recording);
		});
	}, 120_000);

	for (const language of ["js", "python", "sh"]) {
		describe.skipIf(MISSING_LANGUAGES.has(language))(language, () => {
			const rows = running.flatMap(({ name, expected }, index) =>
				expected.snippets?.some((snippet) => snippet.language === language) ? [{ name, index }] : [],
			);
			it.each(rows)("$name", ({ index }) => {
				const { snippets: expected = [] } = running[index]?.expected ?? {};
				const context = contexts[index] ?? { rules: {}, texts: new Map() };
				expected.forEach((wanted, position) => {
					const snippet = generated[index]?.[position];
					const recording = snippet && recordings.get(snippet);
					if (wanted.language !== language) return;
					expect(recording?.error, nameOf(wanted)).toBeUndefined();
					expect(snippet?.content).not.toContain("token_placeholder");
					for (const token of wanted.tokens) expect(snippet?.content).toContain(token);
					expect(recording?.variables).toEqual([...wanted.env].sort());
					const sent = wanted.expect.requests ? { requests: recording?.requests } : { calls: recording?.calls };
					expect(findDifference(wanted.expect, sent, context), nameOf(wanted)).toBeUndefined();
				});
			});
		});
	}
});
