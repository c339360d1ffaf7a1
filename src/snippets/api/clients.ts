import type { InferenceSnippet, InferenceSnippetLanguage } from "../../catalogue/inference-snippets.ts";
import { writeCurl } from "./clients/curl.ts";
import { writeFalClient } from "./clients/fal-client.ts";
import { writeFetch } from "./clients/fetch.ts";
import { writeHuggingfaceHub } from "./clients/huggingface-hub.ts";
import { writeHuggingfaceJs } from "./clients/huggingface-js.ts";
import { writeOpenaiJs } from "./clients/openai-js.ts";
import { writeOpenaiPython } from "./clients/openai-python.ts";
import { writeRequests } from "./clients/requests.ts";
import type { Plan } from "./plan.ts";

/** A package or program that snippets use. */
interface SnippetClient {
	language: InferenceSnippetLanguage;
	client: string;
	/** Command that installs what the snippets need; absent where nothing is needed. */
	setup?: string;
	/** The snippet; undefined where the client has none. */
	write(plan: Plan): string | undefined;
}

/** Every client, in the order to show them. */
export const SNIPPET_CLIENTS = [
	{ language: "python", client: "huggingface_hub", setup: "pip install huggingface_hub", write: writeHuggingfaceHub },
	{ language: "python", client: "fal_client", setup: "pip install fal-client", write: writeFalClient },
	{ language: "python", client: "requests", setup: "pip install requests", write: writeRequests },
	{ language: "python", client: "openai", setup: "pip install openai", write: writeOpenaiPython },
	{ language: "js", client: "fetch", write: writeFetch },
	{ language: "js", client: "huggingface.js", setup: "npm install @huggingface/inference", write: writeHuggingfaceJs },
	{ language: "js", client: "openai", setup: "npm install openai", write: writeOpenaiJs },
	{ language: "sh", client: "curl", write: writeCurl },
] as const satisfies readonly SnippetClient[];

/** Name of a package or program that snippets use. */
export type ClientName = (typeof SNIPPET_CLIENTS)[number]["client"];

/** What the code uses beside its client: packages it imports, and those the client loads only for some results. */
const FURTHER_PACKAGES: readonly [use: RegExp, name: string][] = [
	[/^from PIL |^result = client\.(?:image_segmentation|image_to_image|text_to_image)\(/m, "pillow"],
	[/^from IPython/m, "ipython"],
	[/^result = client\.feature_extraction\(/m, "numpy"],
];

/** Command that installs what a snippet needs; undefined where nothing is needed. */
export function findSetup({ language, client, content }: InferenceSnippet): string | undefined {
	const clients: readonly SnippetClient[] = SNIPPET_CLIENTS;
	const setup = clients.find((candidate) => candidate.language === language && candidate.client === client)?.setup;
	if (setup === undefined || language !== "python") return setup;
	const further = FURTHER_PACKAGES.filter(([use]) => use.test(content)).map(([, name]) => name);
	return [setup, ...further].join(" ");
}
