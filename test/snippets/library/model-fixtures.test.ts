import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ModelData } from "../../../src/catalogue/index.ts";
import { getLibrarySnippets, librarySnippets, type SnippetLanguage } from "../../../src/snippets/library/index.ts";

/** A text that must occur, white space and the kind of quotes aside; or `re:…` or `rei:…`, a regular expression. */
type Fact = string;

interface Form {
	langs?: string[];
	snippets?: Fact[][];
	absent?: Fact[];
	exact?: string[];
	joinedSha256?: string;
}

interface Expectation {
	any?: Form;
	base?: Form;
	later?: Form;
	better?: { contains?: Fact[]; absent?: Fact[] };
}

interface FixtureRecord {
	n: number;
	model: ModelData;
	libraries: string[];
	expect: Record<string, Expectation>;
}

const { records } = JSON.parse(
	readFileSync(new URL("../../fixtures/library/model-fixtures.json", import.meta.url), "utf8"),
) as { records: FixtureRecord[] };

const LANGUAGES: Record<SnippetLanguage, string> = {
	python: "python",
	js: "javascript",
	sh: "shell",
	csharp: "csharp",
	text: "text",
};

function holds(fact: Fact, content: string): boolean {
	const expression = /^rei?:/.exec(fact)?.[0];
	if (expression) return new RegExp(fact.slice(expression.length), expression === "re:" ? "m" : "im").test(content);
	return normalise(content).includes(normalise(fact));
}

function normalise(content: string): string {
	return content.replace(/\s/g, "").replaceAll("'", '"');
}

function findFaults(form: Form, snippets: { language: SnippetLanguage; content: string }[]): string[] {
	const contents = snippets.map(({ content }) => content);
	const joined = contents.join("\n");
	const languages = snippets.map(({ language }) => LANGUAGES[language]);
	const faults: string[] = [];
	if (form.langs && form.langs.join() !== languages.join()) faults.push(`languages ${languages} for ${form.langs}`);
	if (form.snippets && form.snippets.length !== contents.length) faults.push(`${contents.length} snippets`);
	form.snippets?.forEach((facts, index) => {
		for (const fact of facts) if (!holds(fact, contents[index] ?? "")) faults.push(`${index} lacks ${fact}`);
	});
	for (const fact of form.absent ?? [])
		if (contents.some((content) => holds(fact, content))) faults.push(`has ${fact}`);
	if (form.exact && JSON.stringify(form.exact) !== JSON.stringify(contents))
		faults.push("differs from the exact texts");
	if (form.joinedSha256 && createHash("sha256").update(joined).digest("hex") !== form.joinedSha256)
		faults.push("differs from the digest");
	return faults;
}

const cases = records.flatMap(({ n, model, libraries, expect: expected }) =>
	libraries.map((library) => ({ n, library, model, expected: expected[library] ?? {} })),
);

describe("library snippets of the model fixtures", () => {
	it.each(cases)("record $n with $library", ({ library, model, expected }) => {
		const snippets = getLibrarySnippets(model, library);
		if (expected.any) expect(findFaults(expected.any, snippets)).toEqual([]);
		const forms = [expected.base, expected.later].filter((form) => form !== undefined);
		const faults = forms.map((form) => findFaults(form, snippets));
		if (!faults.some((list) => list.length === 0)) expect(faults).toEqual([]);
		expect(expected.any !== undefined || forms.length > 0).toBe(true);

		const joined = snippets.map(({ content }) => content).join("\n");
		expect((expected.better?.contains ?? []).filter((fact) => !holds(fact, joined))).toEqual([]);
		expect((expected.better?.absent ?? []).filter((fact) => holds(fact, joined))).toEqual([]);

		expect(librarySnippets[library]?.(model)).toEqual(snippets.map(({ content }) => content));
	});
});
