import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPILER } from "../scripts/compiler.ts";

/**
 * Follows the recipes of CONTRIBUTING.md for a provider, a task with a new kind of output, a library, an option, an input
 * format, a route and a command, all invented, in a copy of the sources.
 * A step that is missing there shows as a type error or a wrong result.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "hub-recipes-"));

/** Files that a recipe tells its reader to write or to change. */
const places = new Set<string>();

function write(path: string, text: string): void {
	places.add(path);
	mkdirSync(dirname(join(copy, path)), { recursive: true });
	writeFileSync(join(copy, path), text);
}

/** Puts text before the first place of a mark. */
function insert(path: string, mark: string, text: string): void {
	const before = readFileSync(join(copy, path), "utf8");
	if (!before.includes(mark)) throw new Error(`${path} has no ${JSON.stringify(mark)}`);
	write(
		path,
		before.replace(mark, () => text + mark),
	);
}

function run(...args: string[]): string {
	try {
		return execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", env: { ...process.env, ...COMPILER } });
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`${stdout}${stderr}`);
	}
}

let output: string | undefined;

/** One process for both. One bundle loads in a third of the time that tsx takes for 600 files. */
async function runHub(): Promise<{ checked: string; printed: string }> {
	const outdir = join(copy, "built");
	if (output === undefined) {
		const options = { bundle: true, splitting: true, platform: "node", format: "esm", packages: "external" } as const;
		await build({ ...options, absWorkingDir: copy, entryPoints: ["hub.ts"], outdir, outExtension: { ".js": ".mjs" } });
		output = run(join(outdir, "hub.mjs"));
	}
	const [checked = "", ...printed] = output.split("\n");
	return { checked, printed: printed.join("\n") };
}

/** It has its own scheme of authorization, and a second task. */
function addProvider(): void {
	const row = `	acme: provider("Acme", "https://api.acme.example", chat(), { scheme: "Acme-Key" }),
`;
	insert("src/inference/providers/table.ts", "} satisfies Record<string, ChatProvider", row);
	const tasks = `	withTasks("acme", (conversational) => ({
		conversational,
		"feature-extraction": embeddings(received("Acme: {json}"), { route: "v1/embeddings" }),
	})),
`;
	insert("src/inference/providers/compatible-tasks.ts", "];\n", tasks);
}

function addTask(): void {
	insert("src/catalogue/ids.ts", '\t"other",', '\t"text-to-poem",\n');
	insert(
		"src/catalogue/data/pipelines.json",
		'\t"other":',
		'\t"text-to-poem": {"name": "Text-to-Poem", "modality": "nlp"},\n',
	);
	// A task without a page; one with a page has a record and a text instead.
	insert("src/catalogue/data/task-models.json", '\t"other": null', '\t"text-to-poem": null,\n');
	insert("src/catalogue/data/task-libraries.json", '\t\t"video-to-video":', '\t\t"text-to-poem": [],\n');
	insert(
		"src/catalogue/signatures.ts",
		'\t"video-to-video": {',
		'\t"text-to-poem": { input: "text", output: "poem", aliases: ["poem"] },\n',
	);
	addOutputKind();
	insert(
		"src/inference/io.ts",
		'\t"fill-mask": {',
		'\t"text-to-poem": { input: text.TextGenerationInput; output: text.TextGenerationOutput };\n',
	);
	insert(
		"src/inference/providers/compatible-tasks.ts",
		"\t})),\n];\n",
		`		"text-to-poem": {
			route: () => "v1/poems",
			payload: (call) => ({ ...rest(call.args), topic: call.args.inputs, model: call.model }),
			parse: ({ data }) => ({ generated_text: String(data) }),
		},
`,
	);
	insert("src/inference/tasks/tabular.ts", "/**\n * ", 'export const textToPoem = task("text-to-poem");\n\n');
}

function addOutputKind(): void {
	insert(
		"src/catalogue/kinds.ts",
		"\tsummary: {",
		'\tpoem: { ...DATA, content: "text", listedAs: "poems", family: "poem" },\n',
	);
	insert("src/cli/output/views/index.ts", "\tvalues: drawValues,", "\tpoem: null,\n");
	const question = '\tpoem: { text: "A poem about what?", example: "the sea" },\n';
	insert("src/cli/prompts/questions.ts", "\tsummary: ANY_TEXT,", question);
	const forms = '\tpoem: { response: "json", forms: { text: "basic" }, text: "the sea at night" },\n';
	insert("src/snippets/api/forms.ts", '\tother: { response: "json"', forms);
}

/** A parameter of generation, which the commands infer, chat, compare, batch and prompt have. */
function addSamplingOption(): void {
	const row =
		'\trow(new Option("--top-k <n>", "choose among this many words").argParser(integer("the words", 1)), "top_k"),\n';
	insert("src/cli/options/sampling.ts", "] as const;\n\n/** The generation parameters", row);
}

/** An option of several commands that is no parameter: its group, and the code that reads it. */
function addOption(): void {
	insert(
		"src/cli/options/shared-options.ts",
		'\tnew Option("--stdin"',
		'\tnew Option("--shout", "put the text in capital letters"),\n',
	);
	insert(
		"src/cli/input/args.ts",
		"\tif (whole !== undefined) refuseSecondInput(words, options);",
		"\tif (options.shout) return await readArgs(task, words.map((word) => word.toUpperCase()), { ...options, shout: false }, context);\n",
	);
}

function addFormat(): void {
	insert(
		"src/cli/commands/batch/input/formats.ts",
		'\tparquet: { content: "ranges"',
		'\tpsv: { content: "text", extensions: ["psv"], read: (bytes, name) => readSeparated(bytes, "|", name) },\n',
	);
	write(
		"docs/batch.md",
		readFileSync(join(copy, "docs/batch.md"), "utf8").replace("`.tsv`, `.parquet` |", "`.tsv`, `.psv`, `.parquet` |"),
	);
}

function addRoute(): void {
	write(
		"src/gateway/handlers/greeting.ts",
		`import { type Reply, replyJson } from "../reply.ts";

/** \`GET /greeting/{name}\`: says hello. */
export function answerGreeting({ groups }: { groups: readonly string[] }): Reply {
	return replyJson({ greeting: \`Hello \${groups[0]}\` });
}
`,
	);
	insert("src/gateway/routes.ts", "import { answerModel", 'import { answerGreeting } from "./handlers/greeting.ts";\n');
	insert(
		"src/gateway/routes.ts",
		'\t{ ...get("/health"',
		'\t{ ...get("/greeting/{name}", answerGreeting), access: "open" },\n',
	);
	write(
		"docs/serve.md",
		`${readFileSync(join(copy, "docs/serve.md"), "utf8")}\n\`GET /greeting/{name}\` says hello.\n`,
	);
}

function addLibrary(): void {
	insert(
		"src/catalogue/data/libraries.json",
		'\t\t"adapter-transformers": {',
		`\t\t"acme-nlp": {
			"prettyLabel": "Acme NLP",
			"repoName": "acme-nlp",
			"repoUrl": "https://github.com/acme/acme-nlp",
			"filter": true
		},
`,
	);
	insert(
		"src/snippets/library/natural-language.ts",
		"\tbertopic: loadWith(",
		'\t"acme-nlp": loadWith("import acme_nlp", "model = acme_nlp.load"),\n',
	);
}

function addCommand(): void {
	write(
		"src/cli/commands/greet/command.ts",
		`import { Argument } from "@commander-js/extra-typings";
import { defineCommand } from "../../options/define-command.ts";

/** \`hub greet\`: says hello. */
export const createCommand = defineCommand({
	name: "greet",
	description: "Says hello.",
	arguments: [new Argument("<name>", "whom to greet")],
	action: ([name], _options, context) => context.print(\`Hello \${name}\\n\`),
});
`,
	);
	insert(
		"src/cli/commands.ts",
		'\t{\n\t\tname: "login"',
		'\t{ name: "greet", summary: "say hello", load: () => import("./commands/greet/command.ts") },\n',
	);
}

const COPIED = [
	...["src", "scripts", "test", "docs", "README.md", "package.json", "tsconfig.json", "tsconfig.core.json"],
	"vitest.config.ts",
];
/** Tests that go through all providers; those of others are skipped, since they pass beside this one. */
const ABOUT_PROVIDERS = [
	"--testNamePattern=acme|up to date|registry|providers",
	"test/inference/chat-registry.test.ts",
	"test/inference/generated.test.ts",
	"test/inference/providers.test.ts",
	"test/exchange/identity.test.ts",
	"test/sandbox/conformance.test.ts",
];

/** @param runsTests also runs the tests about providers in the copy, each compiled anew: half of the time */
export function describeRecipes(runsTests: boolean): void {
	describe("recipes of CONTRIBUTING.md", () => {
		let placesOfProvider: string[] = [];
		let testsOfProvider = "";
		let placesOfTask: string[] = [];
		let placesOfLibrary: string[] = [];
		const placesOf = { command: [""], option: [""], sampling: [""], format: [""], route: [""] };
		/** Returns the places that a recipe names. */
		const follow = (recipe: () => void): string[] => {
			places.clear();
			recipe();
			return [...places];
		};
		beforeAll(() => {
			const filter = (path: string): boolean => !/\/(?:node_modules|test\/clients)$/.test(path);
			for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true, filter });
			symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
			placesOfProvider = follow(addProvider);
			run("--import", "tsx", "scripts/generate-providers.ts");
			if (runsTests)
				testsOfProvider = run(
					join(root, "node_modules/vitest/vitest.mjs"),
					"run",
					"--maxWorkers",
					"1",
					...ABOUT_PROVIDERS,
				);
			placesOfTask = follow(addTask);
			placesOfLibrary = follow(addLibrary);
			placesOf.command = follow(addCommand);
			placesOf.sampling = follow(addSamplingOption);
			placesOf.option = follow(addOption);
			placesOf.format = follow(addFormat);
			placesOf.route = follow(addRoute);
			write(
				"hub.ts",
				'await import("./check.ts");\nconst { start } = await import("./src/cli/start.ts");\nawait start(["greet", "Ada"]);\nawait start(["--help"]);\nawait start(["infer", "-t", "chat", "-p", "acme", "-m", "sandbox/acme", "--top-k", "7", "--shout", "hi", "--dry-run", "--sandbox"]);\n',
			);
			write(
				"check.ts",
				`import { findTask, PIPELINE_DATA } from "./src/catalogue/index.ts";
	import { ALL_MODEL_LIBRARY_KEYS } from "./src/catalogue/libraries.ts";
	import { SIGNATURES } from "./src/catalogue/signatures.ts";
	import { INFERENCE_PROVIDERS, PROVIDERS, textToPoem } from "./src/inference/index.ts";
	import { createSandbox } from "./src/sandbox/index.ts";
	import { getInferenceSnippets, getLibrarySnippets } from "./src/snippets/index.ts";

	import { INPUT_FORMAT_NAMES, formatOfName } from "./src/cli/commands/batch/input/formats.ts";
	import { parsePrompt } from "./src/cli/commands/prompt/store.ts";
	import { findRoute, ROUTES } from "./src/gateway/routes.ts";
	import { functionName } from "./src/inference/function-names.ts";

	const model = { id: "a/b", pipeline_tag: "text-to-poem" as const, tags: [], inference: "" };
	const sandbox = createSandbox();
	const answer = await sandbox(
		new Request("https://router.huggingface.co/acme/v1/chat/completions", {
			method: "POST",
			headers: { authorization: "Bearer hf_x", "content-type": "application/json" },
			body: JSON.stringify({ model: "sandbox/acme", messages: [{ role: "user", content: "hi" }] }),
		}),
	);
	const direct = await sandbox(
		new Request("https://api.acme.example/v1/embeddings", {
			method: "POST",
			headers: { authorization: "Acme-Key k", "content-type": "application/json" },
			body: JSON.stringify({ model: "sandbox/acme", input: "hi" }),
		}),
	);
	console.log(
		JSON.stringify({
			isKnown: INFERENCE_PROVIDERS.includes("acme"),
			tasks: Object.keys(PROVIDERS.acme),
			alias: findTask("poem"),
			name: PIPELINE_DATA["text-to-poem"].name,
			input: SIGNATURES["text-to-poem"].input,
			isFunction: typeof textToPoem,
			clients: getInferenceSnippets(model, "acme").map(({ client }) => client),
			status: answer.status,
			direct: direct.status,
			functionName: functionName("text-to-poem"),
			format: [INPUT_FORMAT_NAMES.includes("psv"), formatOfName("a.psv.gz")],
			saved: (await parsePrompt("prompt: p\\ntop_k: 5\\n", "n")).parameters,
			route: findRoute({ method: "GET" } as never, new URL("http://a/greeting/Ada")).groups,
			isRoute: ROUTES.some(({ path }) => path === "/greeting/{name}"),
			isLibrary: ALL_MODEL_LIBRARY_KEYS.includes("acme-nlp"),
			loads: getLibrarySnippets({ ...model, library_name: "acme-nlp" }, "acme-nlp").map(({ content }) => content),
		}),
	);
	`,
			);
		}, 300_000);
		afterAll(() => rmSync(copy, { recursive: true, force: true }));

		it("cause no type error", () => {
			write(
				"tsconfig.recipes.json",
				JSON.stringify({
					extends: "./tsconfig.json",
					compilerOptions: { incremental: false, tsBuildInfoFile: null },
					include: ["src", "check.ts"],
				}),
			);
			const compiler = join(root, "node_modules/typescript/bin/tsc");
			expect(run(compiler, "-p", "tsconfig.recipes.json", "--singleThreaded")).toBe("");
		}, 120_000);

		it("add a provider in two places", () => {
			expect(placesOfProvider).toEqual([
				"src/inference/providers/table.ts",
				"src/inference/providers/compatible-tasks.ts",
			]);
		});

		if (runsTests) it("pass the tests about providers", () => expect(testsOfProvider).toMatch(/Tests .* passed/));

		it("add a task and a library where CONTRIBUTING.md says, and nowhere else", () => {
			expect(placesOfTask.sort()).toEqual([
				"src/catalogue/data/pipelines.json",
				"src/catalogue/data/task-libraries.json",
				"src/catalogue/data/task-models.json",
				"src/catalogue/ids.ts",
				"src/catalogue/kinds.ts",
				"src/catalogue/signatures.ts",
				"src/cli/output/views/index.ts",
				"src/cli/prompts/questions.ts",
				"src/inference/io.ts",
				// The provider that serves it.
				"src/inference/providers/compatible-tasks.ts",
				"src/inference/tasks/tabular.ts",
				"src/snippets/api/forms.ts",
			]);
			expect(placesOfTask.length).toBeLessThanOrEqual(12);
			expect(placesOfLibrary.sort()).toEqual([
				"src/catalogue/data/libraries.json",
				"src/snippets/library/natural-language.ts",
			]);
			const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
			const names = [...placesOfTask, ...placesOfLibrary].map((path) => path.slice(path.lastIndexOf("/") + 1));
			const missing = names.filter((name) => name !== "tabular.ts" && !guide.includes(name));
			expect(missing).toEqual([]);
		});

		it("add a provider, a task and a library to client, command, snippets and sandbox", async () => {
			expect(JSON.parse((await runHub()).checked)).toEqual({
				isKnown: true,
				tasks: ["conversational", "feature-extraction", "text-to-poem"],
				alias: "text-to-poem",
				name: "Text-to-Poem",
				input: "text",
				isFunction: "function",
				clients: ["huggingface_hub", "requests", "fetch", "huggingface.js", "curl"],
				status: 200,
				direct: 200,
				functionName: "textToPoem",
				format: [true, { format: "psv", compression: "gz" }],
				saved: { top_k: 5 },
				route: ["Ada"],
				isRoute: true,
				isLibrary: true,
				loads: ['import acme_nlp\n\nmodel = acme_nlp.load("a/b")'],
			});
		}, 60_000);

		it("add an option, an input format, a route and a command where CONTRIBUTING.md says", () => {
			expect(placesOf.sampling).toEqual(["src/cli/options/sampling.ts"]);
			expect(placesOf.option).toEqual(["src/cli/options/shared-options.ts", "src/cli/input/args.ts"]);
			expect(placesOf.format).toEqual(["src/cli/commands/batch/input/formats.ts", "docs/batch.md"]);
			expect(placesOf.command).toEqual(["src/cli/commands/greet/command.ts", "src/cli/commands.ts"]);
			expect(placesOf.route).toEqual(["src/gateway/handlers/greeting.ts", "src/gateway/routes.ts", "docs/serve.md"]);
		});

		it("add options that the commands read", async () => {
			const { printed } = await runHub();
			expect(printed).toMatch(/"top_k": 7/);
			expect(printed).toMatch(/"content": "HI"/);
		}, 60_000);

		it("add a command that help lists and main runs", async () => {
			expect((await runHub()).printed).toMatch(/^Hello Ada\n[\s\S]*\bgreet\b/);
		}, 60_000);
	});
}
