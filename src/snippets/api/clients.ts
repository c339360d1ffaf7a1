import type { InferenceSnippetLanguage } from "../../catalogue/inference-snippets.ts";
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

/** Command that installs what a snippet needs; undefined where nothing is needed. */
export function findSetup(snippet: { language: string; client: string }): string | undefined {
	const clients: readonly SnippetClient[] = SNIPPET_CLIENTS;
	return clients.find(({ language, client }) => language === snippet.language && client === snippet.client)?.setup;
}
