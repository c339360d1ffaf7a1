import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { TaskDemoEntry } from "../../src/catalogue/index.ts";

type Descriptions = Record<string, string>;
type DemoText = null | { content?: string; labels?: string[]; rows?: string[][]; text?: string };
type DemoShape = null | {
	content?: true;
	labels?: number;
	rows?: number;
	columns?: number;
	textLength?: number;
	tokens?: [number, number][];
};

interface TaskTexts<Demo> {
	summary: string;
	datasets: Descriptions;
	models: Descriptions;
	spaces: Descriptions;
	metrics: Descriptions;
	demo: { inputs: Demo[]; outputs: Demo[] };
	guide: {
		useCases: { title: string; text: string }[];
		variants: { title: string; text: string }[];
		evaluation: string;
		command: string;
	};
}

/** What the catalogue's data demands of the texts: ids in order, holes of the demos, counts of the widget examples. */
interface Shapes {
	/** Tasks for which the client has a method, so that `hub infer` can run them. */
	callableTasks: string[];
	tasks: Record<string, Record<Section, string[]> & { demo: Record<"inputs" | "outputs", DemoShape[]> }>;
	widgets: Record<string, Record<string, { count: number; fields?: string[] }>>;
}

const SECTIONS = ["datasets", "models", "spaces", "metrics"] as const;
type Section = (typeof SECTIONS)[number];

const FILLER =
	/\b(?:powerful|robust|seamless(?:ly)?|cutting-edge|state-of-the-art|leverag(?:e|es|ing)|very|various|simply|easily|just|really|basically|great|amazing|awesome|popular|versatile|comprehensive|impressive|delve|unlock|revolution\w*|innovative|crucial|vital|ever-growing|game-chang\w+|a (?:wide )?(?:range|variety) of|plays? an important role)\b/i;
const OPTIONS = [
	"-t",
	"-m",
	"-o",
	"--param",
	"--labels",
	"--context",
	"--table",
	"--source",
	"--sentence",
	"--image",
	"-p",
];
/** The only task whose command goes through another one: chat models look at images. */
const RUN_AS_CHAT = "image-text-to-text";
/** Written in another language than English on purpose. */
const FOREIGN_DEMO_OUTPUT = "translation";
const SCRIPTS: Record<string, RegExp> = {
	zh: /^\p{Script=Han}$/u,
	ru: /^\p{Script=Cyrillic}$/u,
	uk: /^\p{Script=Cyrillic}$/u,
	mn: /^\p{Script=Cyrillic}$/u,
	fa: /^[\p{Script=Arabic}\u064b-\u0652]$/u,
	ar: /^[\p{Script=Arabic}\u064b-\u0652]$/u,
	bn: /^\p{Script=Bengali}$/u,
	si: /^\p{Script=Sinhala}$/u,
	dv: /^[\p{Script=Thaana}\u060c\u061b\u061f\ufdf2]$/u,
};
/** The language that the spell check covers. */
const CHECKED = "en";
const LATIN = /^\p{Script=Latin}$/u;

const directory = fileURLToPath(new URL("../../src/catalogue/data/texts/", import.meta.url));
const fixtures = fileURLToPath(new URL("../fixtures/catalogue/", import.meta.url));
const readJson = <Value>(path: string): Value => JSON.parse(readFileSync(path, "utf8")) as Value;

const shapes = readJson<Shapes>(`${fixtures}text-shapes.json`);
const taskIds = Object.keys(shapes.tasks);
/** The texts of each task; of its demo only what the catalogue's data leaves open. */
const texts = new Map(
	Object.entries(readJson<Record<string, TaskTexts<TaskDemoEntry>>>(`${directory}tasks.json`)).map(
		([id, task]): [string, TaskTexts<DemoText>] => {
			const fill = (side: "inputs" | "outputs") =>
				task.demo[side].map((entry, index) => findText(entry, shapes.tasks[id]?.demo[side][index]));
			return [id, { ...task, demo: { inputs: fill("inputs"), outputs: fill("outputs") } }];
		},
	),
);
const widgets = readJson<Record<string, Record<string, unknown[]>>>(`${directory}widgets.json`);

/** Every prose text with a name that leads to it. Demos stand apart, since they repeat themselves by design. */
const prose = [...texts].flatMap(([id, task]) => [
	{ name: `${id} summary`, text: task.summary },
	...listDescriptions(id, task),
	...[...task.guide.useCases, ...task.guide.variants].map(({ title, text }) => ({ name: `${id} ${title}`, text })),
	{ name: `${id} evaluation`, text: task.guide.evaluation },
]);

function listDescriptions(id: string, task: TaskTexts<DemoText>): { name: string; text: string }[] {
	return SECTIONS.flatMap((section) =>
		Object.entries(task[section]).map(([key, text]) => ({ name: `${id} ${section} ${key}`, text })),
	);
}

function splitSentences(text: string): string[] {
	return text.split(/(?<=[.!?])\s+(?=["\p{Lu}\p{N}])/u);
}

function splitWords(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['.,-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** All strings of a JSON value, however deep, leaving out the members with the given names. */
function listStrings(value: unknown, except: string[] = []): string[] {
	if (typeof value === "string") return [value];
	if (Array.isArray(value)) return value.flatMap((item) => listStrings(item, except));
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, item]) => (except.includes(key) ? [] : listStrings(item, except)));
}

/** The values that more than one place has, with these places. */
function findRepeated(entries: Iterable<readonly [value: string, place: string]>): string[] {
	const places = new Map<string, string[]>();
	for (const [value, place] of entries) places.set(value, [...(places.get(value) ?? []), place]);
	return [...places].filter(([, found]) => found.length > 1).map(([value, found]) => `${value} <- ${found.join(", ")}`);
}

/** The words of a command line as a shell would see them. */
function splitCommand(command: string): string[] {
	expect(command.split('"').length % 2, "quotes are balanced").toBe(1);
	return (command.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ""));
}

function findText(entry: TaskDemoEntry, shape: DemoShape | undefined): DemoText {
	if (!shape) return null;
	if (entry.type === "text") return { content: entry.content };
	if (entry.type === "chart") return { labels: entry.data.map(({ label }) => label) };
	if (entry.type === "tabular") return { rows: entry.table.slice(1) };
	return entry.type === "text-with-tokens" ? { text: entry.text } : null;
}

function describeDemoText(entry: DemoText): DemoShape {
	if (entry?.content !== undefined) return { content: true };
	if (entry?.labels) return { labels: entry.labels.length };
	if (entry?.rows) return { rows: entry.rows.length, columns: entry.rows[0]?.length ?? 0 };
	if (entry?.text !== undefined) return { textLength: entry.text.length };
	return null;
}

describe("task texts", () => {
	it("exist for exactly the tasks with a full record", () => {
		expect([...texts.keys()].sort()).toEqual([...taskIds].sort());
	});

	it.each([...texts])("%s describes every entry, in order, and nothing else", (id, task) => {
		for (const section of SECTIONS) expect(Object.keys(task[section])).toEqual(shapes.tasks[id]?.[section]);
	});

	it.each([...texts])("%s fills exactly the blanks of its demo", (id, task) => {
		for (const side of ["inputs", "outputs"] as const) {
			const wanted = shapes.tasks[id]?.demo[side].map((shape) => {
				const { tokens: _, ...rest } = shape ?? {};
				return shape && rest;
			});
			expect(task.demo[side].map(describeDemoText)).toEqual(wanted);
			for (const entry of task.demo[side])
				for (const row of entry?.rows ?? []) expect(row).toHaveLength(entry?.rows?.[0]?.length ?? 0);
			for (const text of listStrings(task.demo[side])) expect(text.trim()).toMatch(/\S/);
		}
	});

	it.each([...texts])("%s has demo labels and tokens that occur in its demo texts", (id, task) => {
		const inputs = task.demo.inputs.map((entry) => entry?.content);
		for (const entry of task.demo.outputs) {
			for (const label of entry?.labels ?? []) expect(inputs).toContain(label);
			expect(new Set(entry?.labels).size).toBe(entry?.labels?.length ?? 0);
			if (entry?.text !== undefined) expect(inputs).toContain(entry.text);
		}
		for (const [index, shape] of (shapes.tasks[id]?.demo.outputs ?? []).entries())
			for (const [start, end] of shape?.tokens ?? []) {
				const text = task.demo.outputs[index]?.text ?? "";
				expect(text.slice(start, end)).toMatch(/^\p{Lu}\p{L}+$/u);
				expect(text.slice(start - 1, end + 1)).toMatch(/^\P{L}.*\P{L}$/u);
			}
	});

	it.each([...texts])("%s has a title for each part of its guide", (_, { guide }) => {
		for (const { title } of [...guide.useCases, ...guide.variants]) expect(title).toMatch(/^\p{Lu}[^.:]+$/u);
	});

	it.each([...texts])("%s describes the direction of its metrics", (_, task) => {
		for (const [name, text] of Object.entries(task.metrics))
			expect(text, `direction of ${name}`).toMatch(
				/\b(?:more|bigger|better|best|greater|larger?|smaller|high(?:er)?|low(?:er)?|less|closer?|near|maximi\w+|maximum|perfect|ideal|rises?|rising|optimum|one)\b/i,
			);
	});

	it.each([...texts])("%s suggests a valid command", (id, { guide }) => {
		const [program, command, option, task, ...rest] = splitCommand(guide.command);
		expect(program).toBe("hub");
		if (!shapes.callableTasks.includes(id) && id !== RUN_AS_CHAT) {
			expect([command, option, task, ...rest]).toEqual(["models", "--task", id]);
			return;
		}
		expect([command, option, task]).toEqual(["infer", "-t", id === RUN_AS_CHAT ? "chat" : id]);
		expect(rest.length).toBeGreaterThan(0);
		for (const word of rest) if (word.startsWith("-")) expect(OPTIONS).toContain(word);
	});
});

describe("style of the task texts", () => {
	it.each([
		["starts with a capital letter", /^["\p{Lu}\p{N}]/u, true],
		["ends with a full stop or a question mark", /[.?!]$/, true],
		["has straight quotes, plain dashes and single blanks", /[“”‘’«»–—…\t\n\u00a0]| {2}|^ | $| [,.;:?!]|\.\./, false],
		["does without filler", FILLER, false],
	] as const)("%s", (_, pattern, wanted) => {
		expect(prose.filter(({ text }) => pattern.test(text) !== wanted)).toEqual([]);
	});

	it("repeats no sentence in prose, demos or English widget examples", () => {
		const demos = [...texts].flatMap(([id, { demo }]) =>
			[...demo.inputs, ...demo.outputs].map((entry) => ({ name: `${id} demo`, text: entry?.content ?? "" })),
		);
		const examples = listStrings(widgets[CHECKED]).map((text) => ({ name: "widgets", text }));
		const entries = [...prose, ...demos.filter(({ text }) => text), ...examples].flatMap(({ name, text }) =>
			splitSentences(text).map((sentence) => [sentence, name] as const),
		);
		expect(findRepeated(entries)).toEqual([]);
	});

	it("has no two texts that differ only in names and numbers", () => {
		const withoutNames = (text: string): string =>
			text.replace(/\S*[\p{Lu}\p{N}/_]\S*/gu, "#").replace(/(?:# ?)+/g, "#");
		expect(findRepeated(prose.map(({ name, text }) => [withoutNames(text), name] as const))).toEqual([]);
	});

	it("begins no two texts with the same four words", () => {
		const entries = prose.map(({ name, text }) => [splitWords(text).slice(0, 4).join(" "), name] as const);
		expect(findRepeated(entries)).toEqual([]);
	});

	it("repeats no run of seven words", () => {
		const entries = prose.flatMap(({ name, text }) => {
			const words = splitWords(text);
			return words.slice(6).map((_, index) => [words.slice(index, index + 7).join(" "), name] as const);
		});
		expect(findRepeated(entries)).toEqual([]);
	});
});

describe("default widget examples", () => {
	const cases = Object.entries(shapes.widgets);

	it("cover the languages in order", () => {
		expect(Object.keys(widgets)).toEqual(Object.keys(shapes.widgets));
	});

	it.each(cases)("%s has the specified types, counts and fields", (language, types) => {
		const found = widgets[language] ?? {};
		expect(Object.keys(found)).toEqual(Object.keys(types));
		for (const [type, { count, fields }] of Object.entries(types)) {
			expect(found[type]).toHaveLength(count);
			for (const example of found[type] ?? []) {
				if (!fields) expect(example, type).toEqual(expect.any(String));
				else expect(Object.keys(Object(example)), type).toEqual(fields);
				if (type === "fill-mask") expect(String(example).split("<mask>")).toHaveLength(2);
			}
		}
	});

	it.each(cases)("%s has examples of the right kind", (language) => {
		const found = widgets[language] ?? {};
		for (const example of Object.values(found).flat()) {
			if (typeof example === "string") continue;
			const { table, candidate_labels, multi_class, sentences, src } = Object(example);
			if (candidate_labels !== undefined) expect(candidate_labels).toMatch(/^[^,]+(?:, [^,]+)+$/);
			if (multi_class !== undefined) expect(multi_class).toEqual(expect.any(Boolean));
			if (sentences !== undefined) expect(sentences.length).toBeGreaterThan(1);
			if (src !== undefined) expect(src).toMatch(/^https:\/\/\S+\.\w+$/);
			if (table !== undefined)
				expect(new Set(Object.values<unknown[]>(table).map((column) => column.length)).size).toBe(1);
		}
	});

	it.each(cases)("%s repeats no text and uses only its own script", (language) => {
		const strings = listStrings(widgets[language], ["src", "table"]);
		expect(findRepeated(strings.map((text) => [text, language] as const))).toEqual([]);
		const own = SCRIPTS[language] ?? LATIN;
		const letters = strings.flatMap((text) => text.replace("<mask>", "").match(/\p{L}/gu) ?? []);
		expect(letters.filter((letter) => !own.test(letter))).toEqual([]);
	});
});

describe("spelling", () => {
	// words.txt lists every word of the reviewed texts, ordinary ones in lower case, names as they are written.
	// A new word is added there, in its alphabetical place, after looking it up; `hunspell -d en_US -l` helps.
	const lines = readFileSync(`${fixtures}words.txt`, "utf8").trim().split("\n");
	const known = new Set(lines);

	const english = [
		...prose,
		...[...texts].flatMap(([id, { guide, demo }]) => {
			const demoTexts = id === FOREIGN_DEMO_OUTPUT ? demo.inputs : [...demo.inputs, ...demo.outputs];
			const titles = [...guide.useCases, ...guide.variants].map(({ title }) => title);
			const strings = [...titles, ...listStrings(demoTexts.map((entry) => entry?.content ?? entry?.text ?? ""))];
			return strings.map((text) => ({ name: `${id} titles and demo`, text }));
		}),
		...listStrings(widgets[CHECKED]).map((text) => ({ name: "widgets en", text })),
	];

	it("lists every word of the English texts", () => {
		const unknown = english.flatMap(({ name, text }) =>
			(text.match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? [])
				.filter((word) => !/\p{N}/u.test(word) && !known.has(word) && !known.has(word.toLowerCase()))
				.map((word) => `${word} (${name})`),
		);
		expect(unknown).toEqual([]);
	});

	it("has a sorted word list without duplicates", () => {
		const collator = new Intl.Collator("en");
		expect(lines).toEqual([...new Set(lines)].sort((a, b) => collator.compare(a, b) || (a < b ? -1 : 1)));
	});
});
