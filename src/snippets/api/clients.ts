import { version } from "../../base/version.ts";
import type { InferenceSnippet, InferenceSnippetLanguage } from "../../catalogue/inference-snippets.ts";
import { writeCurl } from "./clients/curl.ts";
import { writeFalClient } from "./clients/fal-client.ts";
import { writeFetch } from "./clients/fetch.ts";
import { writeHub } from "./clients/hub.ts";
import { writeHuggingfaceHub } from "./clients/huggingface-hub.ts";
import { writeHuggingfaceJs, writeModelhub } from "./clients/huggingface-js.ts";
import { writeOpenaiJs, writeOpenaiPython } from "./clients/openai.ts";
import { writeRequests } from "./clients/requests.ts";
import type { SnippetForm } from "./forms.ts";
import type { Plan } from "./plan.ts";

const BASIC = ["basic", "basicAudio", "basicImage"] as const;
const CHAT = ["conversational", "conversationalStream"] as const;
/** Calls that every multi-task client supports. */
const COMMON = [...BASIC, "imageEdit", "textToImage", "textToSpeech"] as const;
const QUESTIONS = ["documentQuestionAnswering", "questionAnswering", "tableQuestionAnswering"] as const;
const ZERO_SHOT = ["zeroShotClassification", "zeroShotImageClassification"] as const;

/** A package or program that snippets use. */
interface SnippetClient {
	language: InferenceSnippetLanguage;
	client: string;
	/** Command that installs it; absent if nothing is needed. */
	setup?: string;
	/** The kinds of calls it can make. Default: all. */
	forms?: readonly SnippetForm[];
	/** Whether it is one of this project's clients, which the reference client does not list. */
	isOwn?: boolean;
	/** Returns the snippet; undefined if the client cannot make this call. */
	write(plan: Plan): string | undefined;
}

/** Until the first release the package is not on the npm registry: `npm pack` writes this file in a clone. */
const PACKAGE = `../hub/modelhub-${version}.tgz`;

/** Every client, in the order to show them. */
export const SNIPPET_CLIENTS = [
	{
		language: "python",
		client: "huggingface_hub",
		setup: "pip install huggingface_hub",
		forms: [...COMMON, ...CHAT, ...QUESTIONS, "textToVideo"],
		write: writeHuggingfaceHub,
	},
	{ language: "python", client: "fal_client", setup: "pip install fal-client", write: writeFalClient },
	{
		language: "python",
		client: "requests",
		setup: "pip install requests",
		forms: [...COMMON, ...CHAT, ...ZERO_SHOT, "documentQuestionAnswering", "tabular", "textToAudio"],
		write: writeRequests,
	},
	{ language: "python", client: "openai", setup: "pip install openai", forms: CHAT, write: writeOpenaiPython },
	{ language: "js", client: "modelhub", setup: `npm install ${PACKAGE}`, isOwn: true, write: writeModelhub },
	{
		language: "js",
		client: "fetch",
		forms: [...COMMON, "conversational", "textToAudio", "zeroShotClassification"],
		write: writeFetch,
	},
	{
		language: "js",
		client: "huggingface.js",
		setup: "npm install @huggingface/inference",
		forms: [...COMMON, ...CHAT, "textToAudio", "textToVideo"],
		write: writeHuggingfaceJs,
	},
	{ language: "js", client: "openai", setup: "npm install openai", forms: CHAT, write: writeOpenaiJs },
	{ language: "sh", client: "hub", setup: `npm install -g ${PACKAGE}`, isOwn: true, write: writeHub },
	{ language: "sh", client: "curl", forms: [...BASIC, ...CHAT, "zeroShotClassification"], write: writeCurl },
] as const satisfies readonly SnippetClient[];
const CLIENTS: readonly SnippetClient[] = SNIPPET_CLIENTS;

/** Returns the snippets of one call, in the order to show them. @param isComplete includes this project's clients */
export function writeSnippets(plan: Plan, isComplete: boolean): InferenceSnippet[] {
	return CLIENTS.flatMap(({ language, client, forms = [plan.form], isOwn, write }) => {
		const content = (isComplete || !isOwn) && forms.includes(plan.form) ? write(plan) : undefined;
		return content === undefined ? [] : [{ language, client, content: content.replaceAll("\t", "    ") }];
	});
}

/** Name of a package or program that snippets use. */
export type ClientName = (typeof SNIPPET_CLIENTS)[number]["client"];

/** Code → a further package it needs: one it imports, or one its client loads for some results. */
const FURTHER_PACKAGES: readonly [use: RegExp, name: string][] = [
	[/^from PIL |^result = client\.(?:image_segmentation|image_to_image|text_to_image)\(/m, "pillow"],
	[/^from IPython/m, "ipython"],
	[/^result = client\.feature_extraction\(/m, "numpy"],
];

/** Returns the command that installs the packages of a snippet; undefined if it needs none. */
export function findSetup({ language, client, content }: InferenceSnippet): string | undefined {
	const setup = CLIENTS.find((candidate) => candidate.language === language && candidate.client === client)?.setup;
	if (setup === undefined || language !== "python") return setup;
	const further = FURTHER_PACKAGES.filter(([use]) => use.test(content)).map(([, name]) => name);
	return [setup, ...further].join(" ");
}
