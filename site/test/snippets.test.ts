/** The code that pages show for each task runs on the sandbox, in each language with a client that is at hand. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InferenceClient } from "@huggingface/inference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toSandboxUrl } from "../../src/sandbox/index.ts";
import { createMapping } from "../../src/sandbox/offers.ts";
import { findSample } from "../../src/sandbox/samples/index.ts";
import { type RunningSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { hasPythonPackages, isInstalled } from "../../test/helpers/programs.ts";
import { type Execution, executeSnippets } from "../../test/helpers/snippet-exec/execute.ts";
import { previewRequest } from "../src/call.ts";
import { ANY_MODEL, type CallTask, firstProvider, shownModel } from "../src/call-task.ts";
import { CALLS } from "../src/islands/calls.ts";
import { writeJavascript } from "../src/islands/code/javascript.ts";
import { writePython } from "../src/islands/code/python.ts";
import { writeCurl, writeRequests } from "../src/islands/code/request.ts";
import { callSnippets } from "../src/samples/call-snippets.ts";
import { exampleCall, sampleOf } from "./example-call.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const media = join(root, "test/fixtures/media");
/** The command, whose notes are no failure. */
const HUB = `hub() { node '${join(root, "bin/hub.js")}' "$@" 2> notes.txt || { cat notes.txt >&2; return 1; }; }`;
const hasCurl = isInstalled("curl");
/** Debian's own Python knows Debian's packages; another one may come first in the path. */
const python = ["/usr/bin/python3", "python3"].find((program) => hasPythonPackages(program, ["requests", "PIL"]));

interface Shown {
	name: string;
	language: "js" | "python" | "sh";
	client: string;
	content: string;
	/** A model of the sandbox, and its id at the provider, for a reader to put in place of `ORG/MODEL`. */
	chosen: { model: string; providerId: string };
}

/** Clients whose packages are here; those of Python are compared with what they send by the tests of snippets. */
const CLIENTS = new Set(["modelhub", "fetch", "huggingface.js", "js/openai", "hub", "curl", "requests"]);
const isHere = ({ language, client }: Pick<Shown, "language" | "client">) =>
	CLIENTS.has(client) || CLIENTS.has(`${language}/${client}`);

const reference = new InferenceClient();

/** Whether the release of the reference that is here has the methods a snippet calls; later ones have more. */
function isInReference({ client, content }: Pick<Shown, "client" | "content">): boolean {
	const methods = client === "huggingface.js" ? [...content.matchAll(/\bclient\.(\w+)\(/g)] : [];
	return methods.every(([, name = ""]) => name in reference);
}

/** Providers for which a page shows the task: the first, and each with a known model. */
function providersOf(task: CallTask): string[] {
	return [...new Set([firstProvider(task), ...task.providers.filter(({ model }) => model).map(({ id }) => id)])];
}

function choose(task: CallTask, provider: string): Shown["chosen"] {
	const model = task.providers.find(({ id }) => id === provider)?.sandboxModel ?? task.sandboxModel;
	const entry = createMapping(model).find((entry) => entry.provider === provider);
	return { model, providerId: entry?.providerId ?? model };
}

/** The code of pages of tasks and providers. */
function shownOnPages(): Shown[] {
	return Object.values(CALLS).flatMap((task) =>
		providersOf(task).flatMap((provider) => {
			const { whole = [], streaming = [] } = callSnippets(provider, task.id) ?? {};
			return [whole, streaming].flatMap((snippets, index) =>
				snippets
					.filter((snippet) => isHere(snippet as Shown) && isInReference(snippet))
					.map(({ language, client, content }) => ({
						name: `${task.id} at ${provider}: ${client}${index === 1 ? ", streaming" : ""}`,
						language: language as Shown["language"],
						client,
						content,
						chosen: choose(task, provider),
					})),
			);
		}),
	);
}

/** The code of run boxes, but for their commands, which other tests run. */
async function shownInBoxes(): Promise<Shown[]> {
	const shown: Shown[] = [];
	for (const task of Object.values(CALLS)) {
		const { shown: call, sent, base64 } = await exampleCall(task);
		const request = await previewRequest({ ...sent, model: shownModel(sent) });
		const add = (language: Shown["language"], client: string, content: string) =>
			shown.push({
				name: `box of ${task.id}: ${client}`,
				language,
				client,
				content,
				chosen: choose(task, call.provider),
			});
		add("js", "modelhub", writeJavascript(call));
		add("sh", "curl", writeCurl(call, request, base64));
		// As the box does where the client library has no method.
		if (!writePython(call)) add("python", "requests", writeRequests(call, request, base64));
	}
	return shown;
}

const all = [...shownOnPages(), ...(await shownInBoxes())];
let sandbox: RunningSandbox;
let folder: string;
const executions = new Map<Shown, Execution | undefined>();
const PACKAGES = {
	modelhub: ".",
	openai: "node_modules/openai",
	"@huggingface/inference": "node_modules/@huggingface/inference",
};

/** The files that snippets name: those of tests, a recording, and the samples of boxes. @returns name → path */
async function writeFiles(folder: string): Promise<Record<string, string>> {
	const samples = new Set(Object.values(CALLS).flatMap((task) => sampleOf(task) ?? []));
	const paths: Record<string, string> = {};
	for (const name of await readdir(media)) paths[name] = join(media, name);
	for (const [name, sample] of [...[...samples].map((name) => [name, name]), ["talk.mp3", "speech.wav"]]) {
		if (!name || !sample) continue;
		paths[name] = join(folder, name);
		await writeFile(paths[name], (await findSample(sample)?.read()) ?? "");
	}
	return paths;
}

/** What a reader runs, at the sandbox: addresses and commands lead there. */
function onSandbox({ content, client, chosen }: Shown): string {
	const isRaw = ["curl", "requests", "fetch"].includes(client);
	const text = content
		// The router of chats takes the model's own id.
		.replaceAll(/"ORG\/MODEL(?=[:"])/g, `"${chosen.model}`)
		.replaceAll(ANY_MODEL, isRaw ? chosen.providerId : chosen.model);
	if (client === "hub") return `${HUB}\n${text.replace(/^hub infer/m, "hub infer --sandbox")}`;
	if (client !== "curl" && client !== "requests") return text;
	return text.replace(/https:\/\/[^\s"'`]+/g, (url) => toSandboxUrl(url, sandbox.url));
}

beforeAll(async () => {
	sandbox = await startSandbox({ pendingPolls: 0 });
	folder = await mkdtemp(join(tmpdir(), "site-samples-"));
	const files = await writeFiles(folder);
	// A snippet that saves a file does not find one of that name.
	const groups = new Map<string, Shown[]>();
	for (const snippet of all) {
		const saved = /(?:-o |writeFile\(")([\w.]+)/.exec(snippet.content)?.[1] ?? "";
		groups.set(saved, [...(groups.get(saved) ?? []), snippet]);
	}
	for (const [saved, group] of groups) {
		const { [saved]: _, ...others } = files;
		const done = await executeSnippets(
			group.map((snippet) => ({ ...snippet, content: onSandbox(snippet) })),
			{
				packages: Object.fromEntries(Object.entries(PACKAGES).map(([name, path]) => [name, join(root, path)])),
				preload: join(root, "test/sandbox-snippets/sandbox-preload.mjs"),
				files: others,
				valueOf: (variable) => (variable === "HF_TOKEN" ? "hf_any" : "key-sandbox"),
				environment: { SANDBOX_URL: sandbox.url },
				python: python ?? "python3",
			},
		);
		for (const [index, snippet] of group.entries()) executions.set(snippet, done[index]);
	}
}, 900_000);
afterAll(async () => {
	await sandbox.close();
	await rm(folder, { recursive: true, force: true });
});

describe("the code of pages and boxes", () => {
	it.for(all)("runs: $name", (snippet, { skip }) => {
		const { client } = snippet;
		if ((client === "curl" && !hasCurl) || (client === "requests" && !python)) skip(`no ${client}`);
		const { error, printed = "", written = [] } = executions.get(snippet) ?? {};
		expect(error).toBeUndefined();
		expect(printed).not.toMatch(/"(error|detail)": ?("[^"]|\{)/);
		expect(printed.trim() + written.filter((name) => name !== "notes.txt").join()).not.toBe("");
	});

	it("is there for every task, in three languages", () => {
		expect(new Set(all.map(({ language }) => language)).size).toBe(3);
		for (const task of Object.values(CALLS)) {
			expect(all.filter(({ name }) => name.startsWith(`box of ${task.id}:`)).length).toBeGreaterThan(1);
		}
	});
});
