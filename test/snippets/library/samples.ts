import { readdirSync, readFileSync } from "node:fs";
import type { ModelData } from "../../../src/catalogue/index.ts";
import { getLibrarySnippets, type LibrarySnippet, type SnippetLanguage } from "../../../src/snippets/library/index.ts";

/** Ids of the libraries that have snippets. */
export const LIBRARIES: string[] = readFixture("libraries-with-snippets.json");

/** A model record and the libraries to run it through. */
export interface Sample {
	model: ModelData;
	libraries: string[];
}

const FIXTURES = new URL("../../fixtures/library/", import.meta.url);

/** The records of the files, each with the library that the file's name begins with. */
const EXAMPLES: Sample[] = readdirSync(FIXTURES)
	.filter((file) => file.endsWith(".txt"))
	.map((file) => ({
		model: JSON.parse(readFileSync(new URL(file, FIXTURES), "utf8").split(/^---/m)[0] ?? "") as ModelData,
		libraries: [file.replace(/\.[^.]*\.txt$/, "")],
	}));

export const SAMPLES: Sample[] = [...readFixture<{ records: Sample[] }>("model-fixtures.json").records, ...EXAMPLES];

/** What a careless or wicked author may put into the free fields of a record. */
export const HOSTILE: { title: string; text: string }[] = [
	{ title: "double quotes", text: `"); INJECTED(); ("` },
	{ title: "single quotes", text: `'); INJECTED(); ('` },
	{ title: "triple quotes", text: `"""; INJECTED(); '''` },
	{ title: "backslashes", text: `\\"); INJECTED() # \\` },
	{ title: "line breaks", text: "\nINJECTED()\r\nINJECTED()\t" },
	{ title: "invisible characters", text: "\u0000\u001b]0;INJECTED\u0007\u0085\u009b\u2028\u2029\u202e\ufeff" },
	{ title: "non-ASCII text and placeholders", text: `Zürich 日本語 😀 \${INJECTED} {INJECTED} %s` },
	{ title: "shell commands", text: "$(INJECTED) `INJECTED`; INJECTED & INJECTED | INJECTED > INJECTED < INJECTED" },
	{ title: "shell patterns", text: "!INJECTED * ~ $'INJECTED'" },
	{ title: "replacement patterns", text: "$& $1 $' \\1 \\n \\x41" },
	{ title: "options and comments", text: " =option # comment " },
];

/** Appends to every field of a record that its author fills in freely; tags and class names stay. */
function appendToFreeFields({ config, cardData, widgetData, ...rest }: ModelData, suffix: string): ModelData {
	const append = <T>(value: T): T => {
		if (typeof value === "string") return `${value}${suffix}` as T;
		return Array.isArray(value) ? (value.map(append) as T) : value;
	};
	const appendAll = <T extends object>(values: T): T =>
		Object.fromEntries(Object.entries(values).map(([key, value]) => [key, append(value)])) as T;
	const { adapter_transformers, peft, sklearn } = config ?? {};
	return {
		...rest,
		id: append(rest.id),
		...(rest.mask_token && { mask_token: append(rest.mask_token) }),
		...(cardData && { cardData: appendAll(cardData) }),
		...(widgetData && { widgetData: widgetData.map(appendAll) }),
		config: {
			...config,
			...(adapter_transformers && { adapter_transformers: appendAll(adapter_transformers) }),
			...(peft && {
				peft: { ...peft, base_model_name_or_path: append(peft.base_model_name_or_path ?? "base") },
			}),
			...(sklearn?.model && { sklearn: { ...sklearn, model: { ...sklearn.model, file: append("model.pkl") } } }),
		},
	};
}

/** All snippets of all samples in one language. */
export function collect(language: SnippetLanguage, suffix?: string): LibrarySnippet[] {
	return SAMPLES.flatMap(({ model, libraries }) =>
		libraries.flatMap((library) =>
			getLibrarySnippets(suffix === undefined ? model : appendToFreeFields(model, suffix), library),
		),
	).filter((snippet) => snippet.language === language);
}

function readFixture<T>(name: string): T {
	return JSON.parse(readFileSync(new URL(`../../fixtures/library/${name}`, import.meta.url), "utf8")) as T;
}
