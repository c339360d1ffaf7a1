import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { compareReleases, type Releases, reportDifferences } from "../../scripts/upstream/compare.ts";
import { differingFacts, differingNames, differingPartners, listedIn } from "../../scripts/upstream/facts.ts";
import { differingRequests } from "../../scripts/upstream/requests.ts";
import * as library from "../../src/index.ts";
import { ALL_PROVIDERS } from "../../src/inference/providers/index.ts";
import * as snippets from "../../src/snippets/index.ts";
import * as tasks from "../../src/tasks.ts";
import * as jinja from "../../src/template/index.ts";

/** The providers that Hugging Face's page of partners named on 28 November 2026. */
const PARTNERS = [
	...["baseten", "cerebras", "cohere", "deepinfra", "fal-ai", "featherless-ai", "fireworks-ai", "groq", "hf-inference"],
	...["novita", "nscale", "ovhcloud", "publicai", "replicate", "scaleway", "together", "wavespeed", "zai-org"],
];

/** A page in the form of `PARTNERS_PAGE`. */
const partnersPage = (ids: readonly string[]): string =>
	["| Provider | Chat |", "| --- | :-: |", ...ids.map((id) => `| [A name](./providers/${id}) |  ✅  |`)].join("\n");

/** `npm run upstream` with releases made up here: it needs the registry, tests have no network. */
describe("the comparison with the reference", () => {
	it("finds names that are missing, methods included", () => {
		class Client {
			known(): void {}
			added(): void {}
		}
		class Own {
			known(): void {}
		}
		const found = differingNames("inference", { Client, other: 1 }, { Client: Own });
		expect(found.map(({ name }) => name)).toEqual(["Client.added", "other"]);
		expect(differingNames("inference", library, library)).toEqual([]);
	});

	it("finds facts that differ, and leaves out texts", () => {
		const { aneforge: _gone, ...libraries } = structuredClone(
			JSON.parse(JSON.stringify(tasks.MODEL_LIBRARIES_UI_ELEMENTS)),
		);
		libraries.transformers.prettyLabel = "Other";
		libraries.transformers.description = "Words";
		const found = differingFacts({ ...tasks, MODEL_LIBRARIES_UI_ELEMENTS: libraries }, tasks);
		expect(found.map(({ name }) => name)).toEqual(
			expect.arrayContaining(["transformers.prettyLabel", "aneforge.prettyLabel"]),
		);
		expect(found.map(({ name }) => name)).not.toContain("transformers.description");
		expect(differingFacts(tasks, tasks)).toEqual([]);
	});

	it("finds requests that differ", async () => {
		const other = {
			...library,
			INFERENCE_PROVIDERS: ["groq"],
			chatCompletion: (args: Parameters<typeof library.chatCompletion>[0], options: object) =>
				library.chatCompletion({ ...args, top_p: 1 }, options),
		};
		const found = await differingRequests(other, library);
		expect(found.map(({ name }) => name)).toEqual(["groq chatCompletion hf_x", "groq chatCompletion key"]);
	});

	it("finds providers that a Hugging Face token does or does not reach", () => {
		expect(differingPartners(partnersPage(PARTNERS), ALL_PROVIDERS)).toEqual([]);
		const changed = [...PARTNERS.filter((id) => id !== "groq"), "nebius", "newcomer"];
		expect(differingPartners(partnersPage(changed), ALL_PROVIDERS).map(({ name, theirs }) => [name, theirs])).toEqual([
			["groq", "not"],
			["nebius", "reached with a Hugging Face token"],
			["newcomer", "reached with a Hugging Face token"],
		]);
		expect(() => differingPartners("Moved.", ALL_PROVIDERS)).toThrow("has no table of providers");
	});

	it("knows what COMPATIBILITY.md lists", () => {
		const listed = listedIn(readFileSync("COMPATIBILITY.md", "utf8"));
		expect(listed("libraries", "contexttab.repoUrl")).toBe(true);
		expect(listed("libraries", "contexttabs.repoUrl")).toBe(false);
		expect(listed("datasets", "contexttab.repoUrl")).toBe(false);
	});
});

describe("documents", () => {
	const version = (path: string): string =>
		JSON.parse(readFileSync(`node_modules/${path}/package.json`, "utf8")).version;
	const later = version("inference-later");
	const tasksLater = version("inference-later/node_modules/@huggingface/tasks");

	it.each([
		["COMPATIBILITY.md", `corrections and additions of ${later}`],
		["COMPATIBILITY.md", `Against ${later}, ${tasksLater} and ${version("@huggingface/jinja")}`],
		["CONTRIBUTING.md", `tasks@${tasksLater}`],
		["scripts/upstream.ts", `inference@${later} tasks@${tasksLater}`],
		["site/src/guides/from-huggingface-inference.mdx", `releases 4.9.0 and ${later}`],
	])("%s names the releases that package.json has", (file, words) => {
		const text = readFileSync(file, "utf8");
		expect(text).toContain(words);
		expect(text.match(/\b4\.13\.\d+/g)?.filter((found) => found !== later) ?? []).toEqual([]);
	});
});

/** A release like our own, with few providers, to be quick. */
const INFERENCE = { ...library, snippets, INFERENCE_PROVIDERS: ["groq"] };
const SAME: Releases = { inference: INFERENCE, tasks, jinja };
const CORPUS = {
	templates: [
		{ name: "made/up", template: "{{ messages[0].content }}", cases: [{ context: { messages: [{ content: "hi" }] } }] },
	],
	common: {},
	conversations: {},
};

type Generate = typeof snippets.getInferenceSnippets;
const changeCode = (change: (content: string) => string): object => ({
	getInferenceSnippets: (...args: Parameters<Generate>) =>
		snippets.getInferenceSnippets(...args).map((snippet) => ({ ...snippet, content: change(snippet.content) })),
});
const changeLibraries = (change: object): Releases => ({
	...SAME,
	tasks: { ...tasks, MODEL_LIBRARIES_UI_ELEMENTS: { ...tasks.MODEL_LIBRARIES_UI_ELEMENTS, ...change } },
});
const changeLoading = (change: (code: string[], model: { tags?: string[] }) => string[]): Releases => {
	const { transformers } = tasks.MODEL_LIBRARIES_UI_ELEMENTS;
	const snippets = (model: never): string[] => change(transformers.snippets?.(model) ?? [], model);
	return changeLibraries({ transformers: { ...transformers, snippets } });
};
const changeLibrary = (change: object): Releases => ({ ...SAME, inference: { ...INFERENCE, ...change } });

/** Kind of comparison → a release with one artificial difference, and its row in the table. */
const ARTIFICIAL: readonly [kind: string, theirs: Releases, row: RegExp][] = [
	["names", changeLibrary({ added: 1 }), /^inference +added\n {2}reference {2}exported\n {2}here {7}missing$/m],
	["names", { ...SAME, jinja: { ...jinja, Added: class {} } }, /^jinja +Added$/m],
	[
		"pairs",
		changeLibrary({
			textToImage: (_args: object, { fetch }: { fetch: typeof globalThis.fetch }) => fetch("https://groq.test/images"),
		}),
		/^requests +groq textToImage key\n {2}reference {2}GET https:\/\/groq\.test\/images .*\n {2}here .*not supported/m,
	],
	[
		"requests",
		changeLibrary({
			chatCompletion: (args: Parameters<typeof library.chatCompletion>[0], options: object) =>
				library.chatCompletion({ ...args, top_p: 1 }, options),
		}),
		/^requests +groq chatCompletion key\n {2}reference .*"top_p":1/m,
	],
	[
		"results",
		changeLibrary({
			chatCompletion: async (args: Parameters<typeof library.chatCompletion>[0], options: object) => ({
				...(await library.chatCompletion(args, options)),
				id: "other",
			}),
		}),
		/^results +groq\/conversational\.basic\n {2}reference .*"other"/m,
	],
	["facts", { ...SAME, tasks: { ...tasks, GGUF_QUANT_ORDER: [] } }, /^gguf-order +\n {2}reference {2}\[\]/m],
	["snippets", changeLoading((code) => code.slice(1)), /^snippets +transformers\.\S+ number$/m],
	[
		"snippets",
		changeLoading((code) => code.map((text) => text.replaceAll("AutoModelForCausalLM", "AutoModelForOther"))),
		/^snippets +transformers\.\S+ names\n {2}reference .*AutoModelForOther/m,
	],
	[
		"snippets, where only the release has code for a library",
		changeLibraries({ piper: { ...tasks.MODEL_LIBRARIES_UI_ELEMENTS.piper, snippets: () => ["import piper"] } }),
		/^snippets +piper\.\S* number\n {2}reference {2}1\n {2}here {7}0$/m,
	],
	[
		"snippets, behind a tag that only the release knows",
		changeLoading((code, model) => (model.tags?.includes("odd-tag") ? [...code, "import odd"] : code)),
		/^snippets +transformers\.\+odd-tag names\n {2}reference {2}odd$/m,
	],
	[
		"options",
		changeLoading((code) => code.map((text) => text.replaceAll('device_map="auto"', 'torch_dtype="auto"'))),
		/^snippets +transformers\.\S+ options\n {2}reference {2}torch_dtype="auto"\n {2}here {7}device_map="auto"$/m,
	],
	[
		"calls",
		changeLoading((code) => code.map((text) => text.replaceAll("apply_chat_template", "format_chat"))),
		/^snippets +transformers\.chat calls\n {2}reference {2}format_chat\n {2}here {7}apply_chat_template$/m,
	],
	[
		"links",
		{
			...SAME,
			tasks: {
				...tasks,
				LOCAL_APPS: {
					unsloth: {
						...tasks.LOCAL_APPS.unsloth,
						deeplink: ({ id }: { id: string }) => new URL(`unsloth://open_from_hf?model=${id}`),
					},
				},
			},
		},
		/^apps +unsloth \S+ link\n {2}reference {2}unsloth:\/\/open_from_hf\?model=\w+\//m,
	],
	[
		"apps",
		{
			...SAME,
			tasks: { ...tasks, LOCAL_APPS: { ollama: { ...tasks.LOCAL_APPS.ollama, displayOnModelPage: () => false } } },
		},
		/^apps +ollama \S+GGUF shown\n {2}reference {2}false\n {2}here {7}true$/m,
	],
	[
		"calls",
		changeLibrary({
			snippets: {
				getInferenceSnippets: (...args: Parameters<Generate>) => snippets.getInferenceSnippets(...args).slice(1),
			},
		}),
		/^calls +text-generation groq clients\n {2}reference {2}nothing more\n {2}here {7}python\/huggingface_hub$/m,
	],
	[
		"calls",
		changeLibrary({ snippets: changeCode((content) => content.replaceAll("/v1/", "/v2/")) }),
		/^calls +text-generation groq sh\/curl url$/m,
	],
	[
		"calls",
		changeLibrary({
			snippets: changeCode((content) => content.replaceAll("chat.completions.create", "responses.create")),
		}),
		/^calls +text-generation groq python\/openai call$/m,
	],
	[
		"calls",
		changeLibrary({ snippets: changeCode((content) => content.replaceAll("org/m:groq", "org/m")) }),
		/^calls +text-generation stream groq js\/openai model$/m,
	],
	[
		"calls",
		changeLibrary({ snippets: changeCode((content) => content.replaceAll('"messages"', '"input"')) }),
		/^calls +text-generation groq python\/requests body\n {2}reference {2}input\n {2}here {7}messages$/m,
	],
	[
		"templates",
		{
			...SAME,
			jinja: {
				...jinja,
				Template: class {
					readonly #template: jinja.Template;
					constructor(source: string) {
						this.#template = new jinja.Template(source);
					}
					render(context: jinja.TemplateContext): string {
						return `${this.#template.render(context)}!`;
					}
				},
			},
		},
		/^templates +made\/up 1\n {2}reference {2}"hi!"\n {2}here {7}"hi"$/m,
	],
];

describe("an artificial difference", () => {
	async function report(theirs: Releases): Promise<{ code: number; table: string }> {
		const lines: string[] = [];
		const code = reportDifferences(await compareReleases(theirs, CORPUS, partnersPage(PARTNERS)), (line) =>
			lines.push(line),
		);
		return { code, table: lines.join("\n") };
	}

	it("is none between equal releases", async () => {
		expect(await report(SAME)).toEqual({ code: 0, table: "0 differences, 0 of them not listed in COMPATIBILITY.md" });
	});

	it.each(ARTIFICIAL)("of %s ends with exit code 1 and a row in the table", async (_kind, theirs, row) => {
		const { code, table } = await report(theirs);
		expect(table).toMatch(row);
		expect(code).toBe(1);
	});

	it("makes the script fail, which names the chat templates that it lacks", () => {
		const folder = mkdtempSync(join(tmpdir(), "hub-releases-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const source = (file: string): string => JSON.stringify(pathToFileURL(`src/${file}`).href);
		const modules = {
			inference: `export * from ${source("index.ts")}; export * as snippets from ${source("snippets/index.ts")};
				export const INFERENCE_PROVIDERS = ["groq"], added = 1;`,
			tasks: `export * from ${source("tasks.ts")};`,
			jinja: `export * from ${source("template/index.ts")};`,
		};
		for (const [name, code] of Object.entries(modules)) {
			const path = join(folder, "node_modules/@huggingface", name);
			mkdirSync(path, { recursive: true });
			writeFileSync(
				join(path, "package.json"),
				JSON.stringify({ version: "9.9.9", type: "module", exports: "./index.js" }),
			);
			writeFileSync(join(path, "index.js"), code);
		}
		const missing = join(folder, "chat-templates.json");
		const page = join(folder, "partners.md");
		writeFileSync(page, partnersPage([...PARTNERS, "newcomer"]));
		const files = ["--packages", folder, "--templates", missing, "--partners", page];
		const args = ["--import", "tsx", "scripts/upstream.ts", ...files];
		const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
		expect(stdout).toContain("@huggingface/inference 9.9.9");
		expect(stdout).toContain(`templates    not compared: there is no file ${missing}`);
		expect(stdout).toMatch(ARTIFICIAL[0]?.[2] ?? "");
		expect(stdout).toMatch(/^routed +newcomer\n {2}reference {2}reached with a Hugging Face token\n {2}here {7}not$/m);
		expect(status).toBe(1);
	});
});
