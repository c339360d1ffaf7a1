/**
 * Runs the snippets of every provider and task against a sandbox on this computer: the raw ones and those with packages
 * that are at hand. Addresses are the sandbox's own where the snippet prints them; packages that know the addresses
 * themselves are redirected.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InferenceClient, PROVIDERS as REFERENCE_PROVIDERS } from "@huggingface/inference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PIPELINE_TYPES } from "../../src/catalogue/index.ts";
import { ALL_PROVIDERS, AUTO, type InferenceTask } from "../../src/inference/index.ts";
import { createMapping } from "../../src/sandbox/offers.ts";
import { type RunningSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { getInferenceSnippets, type InferenceSnippet } from "../../src/snippets/index.ts";
import { builtFile } from "../helpers/built.ts";
import { hasPythonPackages, isInstalled } from "../helpers/programs.ts";
import { type Execution, executeSnippets } from "../helpers/snippet-exec/execute.ts";

type Model = Parameters<typeof getInferenceSnippets>[0];

const root = builtFile();
const media = join(root, "test/fixtures/media");
const FILES = Object.fromEntries(readdirSync(media).map((name) => [name, join(media, name)]));

/** Debian's own Python knows Debian's packages; another one may come first in the path. */
const python = ["/usr/bin/python3", "python3"].find((program) =>
	hasPythonPackages(program, ["requests", "PIL", "IPython", "numpy"]),
);
const hasCurl = isInstalled("curl");

interface Pair {
	name: string;
	task: string;
	provider: string;
	streaming: boolean;
	/** Path of the sandbox that serves as an endpoint. */
	endpoint?: string;
}

const pairs = [...ALL_PROVIDERS.filter(({ closedSource }) => !closedSource), undefined].flatMap((found): Pair[] => {
	const provider = found?.id ?? AUTO;
	return (found ? Object.keys(found.tasks) : ["conversational", ...PIPELINE_TYPES]).flatMap((task) => {
		const pair = { name: `${task} at ${provider}`, task, provider, streaming: false };
		return task === "conversational" ? [pair, { ...pair, name: `${pair.name}, streaming`, streaming: true }] : [pair];
	});
});

for (const streaming of [false, true]) {
	const name = `conversational at an endpoint${streaming ? ", streaming" : ""}`;
	pairs.push({ name, task: "conversational", provider: "hf-inference", streaming, endpoint: "/v1" });
}

function describeModel({ task }: Pair): Model {
	const isChat = task === "conversational";
	return {
		id: `sandbox/${task}-tiny`,
		tags: isChat ? ["conversational"] : [],
		inference: "",
		pipeline_tag: (isChat ? "text-generation" : task) as NonNullable<Model["pipeline_tag"]>,
		mask_token: "[MASK]",
	};
}

/** What was generated: each of the clients below asks for the same snippets. */
const generated = new Map<string, InferenceSnippet[]>();

function generate(pair: Pair, routerUrl: string, directRequest = false): InferenceSnippet[] {
	const key = `${pair.name} ${routerUrl} ${directRequest}`;
	const snippets = generated.get(key) ?? generateAnew(pair, routerUrl, directRequest);
	generated.set(key, snippets);
	return snippets;
}

function generateAnew(pair: Pair, routerUrl: string, directRequest: boolean): InferenceSnippet[] {
	const model = describeModel(pair);
	const mapping = createMapping(model.id).find(({ provider }) => provider === pair.provider);
	const { task, endpoint, streaming } = pair;
	const endpointUrl = endpoint && routerUrl + endpoint;
	const options = { task: task as InferenceTask, routerUrl, streaming, endpointUrl, directRequest };
	return getInferenceSnippets(model, pair.provider, mapping, options);
}

/** fal-ai does not take the format of the example's recording; the packages refuse it, the service itself is not asked. */
const REFUSED = ["automatic-speech-recognition at fal-ai"];

/** Pairs the reference lists, but calls at a wrong address or with a wrong body. */
const BROKEN_IN_REFERENCE = ["text-generation at groq", "text-generation at novita"];

function isInReference(pair: Pair): boolean {
	if (pair.endpoint) return true;
	const provider = pair.provider === AUTO ? createMapping(describeModel(pair).id)[0]?.provider : pair.provider;
	const known = REFERENCE_PROVIDERS as Record<string, Record<string, unknown>>;
	return (
		known[provider ?? ""]?.[pair.task] !== undefined && !BROKEN_IN_REFERENCE.includes(pair.name) && hasMethods(pair)
	);
}

const referenceClient = new InferenceClient();

/** Whether the reference has the methods that the snippet calls; later releases have more of them. */
function hasMethods(pair: Pair): boolean {
	const texts = generate(pair, "http://sandbox").flatMap(({ client, content }) =>
		client === "huggingface.js" ? content : [],
	);
	const methods = texts.flatMap((text) => [...text.matchAll(/\bclient\.(\w+)\(/g)].map(([, name = ""]) => name));
	return methods.every((name) => name in referenceClient);
}

interface Setting {
	title: string;
	client: string;
	language: string;
	/** Folder of what is imported as `@huggingface/inference`. */
	inference: string;
	isMissing?: boolean;
	/** Calls the providers themselves, with keys of their own. */
	isDirect?: boolean;
	runs?: (pair: Pair) => boolean;
}

const reference = join(root, "node_modules/@huggingface/inference");
const SETTINGS: Setting[] = [
	{ title: "curl", client: "curl", language: "sh", inference: reference, isMissing: !hasCurl },
	{ title: "fetch", client: "fetch", language: "js", inference: reference },
	{
		title: "fetch, calling the providers themselves",
		client: "fetch",
		language: "js",
		inference: reference,
		isDirect: true,
		runs: ({ endpoint, provider }) => provider !== "hf-inference" && provider !== AUTO && !endpoint,
	},
	{ title: "requests", client: "requests", language: "python", inference: reference, isMissing: !python },
	{ title: "openai", client: "openai", language: "js", inference: reference },
	{
		title: "huggingface.js with the reference",
		client: "huggingface.js",
		language: "js",
		inference: reference,
		runs: (pair) => isInReference(pair) && !REFUSED.includes(pair.name),
	},
	{
		title: "huggingface.js with this package in its place",
		client: "huggingface.js",
		language: "js",
		inference: root,
		runs: ({ name }) => !REFUSED.includes(name),
	},
];

/** What a result of the task looks like when printed, in JSON, as a Python or JavaScript value, or as plain text. */
const RESULTS: Record<string, RegExp> = {
	conversational: /france/i,
	"automatic-speech-recognition": /recording|no model|"status"|'status'/,
	"audio-to-audio": /blob|IN_QUEUE/,
	"feature-extraction": /0\.\d+/,
	"fill-mask": /Paris/,
	"image-classification": /score/,
	"image-segmentation": /mask|IN_QUEUE/,
	"image-text-to-text": /assistant/,
	"image-to-text": /generated_text|md_results/,
	"object-detection": /\[/,
	"sentence-similarity": /0\.\d+/,
	summarization: /summary_text/,
	"tabular-classification": /\[\d/,
	"tabular-regression": /\[\d/,
	"text-classification": /POSITIVE/,
	"text-generation": /generated_text|"text"|'text'|content/,
	"token-classification": /Amelia/,
	translation: /translation_text/,
};

/** Media: saved, described, still in a queue, or as an address or base64 in JSON. */
const MEDIA = /Saved|Blob \{|PIL\.|bytes of audio|IN_QUEUE|https?:\/\/|b64_json|iVBORw|task_id|"id"|'id'/;

/** Runs the snippets of every client, for each `every`th pair of provider and task. */
export function describeEveryClient(every: number): void {
	const groups = SETTINGS.map((setting) => {
		const isOurs = ({ client, language }: InferenceSnippet): boolean =>
			client === setting.client && language === setting.language;
		const chosen = pairs
			.filter((pair) => (setting.runs?.(pair) ?? true) && generate(pair, "http://sandbox").some(isOurs))
			.filter((_, index) => index % every === 0);
		return { ...setting, isOurs, pairs: chosen, executions: [] as Execution[] };
	});

	let sandbox: RunningSandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ pendingPolls: 0 });
		// Those that find the same packages run together: each process takes half a second of CPU time to start.
		await Promise.all([reference, root].map(runGroups));
	}, 660_000);
	afterAll(() => sandbox.close());

	async function runGroups(inference: string): Promise<void> {
		const together = groups.filter((group) => group.inference === inference && !group.isMissing);
		const snippets = together.flatMap((group) =>
			group.pairs.flatMap((pair) =>
				generate(pair, sandbox.url, group.isDirect)
					.filter(group.isOurs)
					.map((snippet) => ({ ...snippet, key: group.isDirect ? "key-sandbox" : "hf_sandbox", group })),
			),
		);
		const executions = await executeSnippets(snippets, {
			packages: { "@huggingface/inference": inference, openai: join(root, "node_modules/openai") },
			preload: fileURLToPath(new URL("sandbox-preload.mjs", import.meta.url)),
			files: FILES,
			valueOf: (_, { key }) => key,
			environment: { SANDBOX_URL: sandbox.url },
			python: python ?? "python3",
			// Some wait for a job.
			processes: 2,
		});
		for (const group of together) group.executions = executions.filter((_, index) => snippets[index]?.group === group);
	}

	describe.each(groups)("$title", (group) => {
		it.skipIf(group.isMissing).each(group.pairs.map((pair, index) => ({ ...pair, index })))(
			"$name",
			({ index, task }) => {
				const execution = group.executions[index];
				expect(execution?.error).toBeUndefined();
				const printed = execution?.printed ?? "";
				expect(printed).not.toMatch(/"(error|detail)": ?("[^"]|\{)/);
				const isMedia = /to-(image|video|speech|audio)$/.test(task) && task !== "audio-to-audio";
				expect(printed).toMatch(isMedia ? MEDIA : (RESULTS[task] ?? /score|answer/));
				const saved = /^Saved (\S+)$/m.exec(printed)?.[1];
				expect(execution?.written).toEqual(saved ? [saved] : []);
			},
		);
	});

	describe("every client", () => {
		it("has snippets to run", () => {
			expect(groups.map(({ pairs: { length } }) => length * every > 40)).toEqual(groups.map(() => true));
		});
	});
}
