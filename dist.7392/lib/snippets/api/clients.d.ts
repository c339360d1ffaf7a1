import type { InferenceSnippet } from "../../catalogue/inference-snippets.ts";
import { writeCurl } from "./clients/curl.ts";
import { writeFalClient } from "./clients/fal-client.ts";
import { writeFetch } from "./clients/fetch.ts";
import { writeHuggingfaceHub } from "./clients/huggingface-hub.ts";
import { writeHuggingfaceJs } from "./clients/huggingface-js.ts";
import { writeOpenaiJs } from "./clients/openai-js.ts";
import { writeOpenaiPython } from "./clients/openai-python.ts";
import { writeRequests } from "./clients/requests.ts";
import type { Plan } from "./plan.ts";
/** Every client, in the order to show them. */
export declare const SNIPPET_CLIENTS: readonly [{
    readonly language: "python";
    readonly client: "huggingface_hub";
    readonly setup: "pip install huggingface_hub";
    readonly templates: readonly ["basic", "basicAudio", "basicImage", "conversational", "conversationalStream", "imageToImage", "imageToVideo", "documentQuestionAnswering", "questionAnswering", "tableQuestionAnswering", "textToImage", "textToSpeech", "textToVideo"];
    readonly write: typeof writeHuggingfaceHub;
}, {
    readonly language: "python";
    readonly client: "fal_client";
    readonly setup: "pip install fal-client";
    readonly templates: readonly ["imageToImage", "imageToVideo", "textToImage"];
    readonly write: typeof writeFalClient;
}, {
    readonly language: "python";
    readonly client: "requests";
    readonly setup: "pip install requests";
    readonly templates: readonly ["basic", "basicAudio", "basicImage", "conversational", "conversationalStream", "imageToImage", "imageToVideo", "documentQuestionAnswering", "tabular", "textToAudio", "textToImage", "textToSpeech", "zeroShotClassification", "zeroShotImageClassification"];
    readonly write: typeof writeRequests;
}, {
    readonly language: "python";
    readonly client: "openai";
    readonly setup: "pip install openai";
    readonly templates: readonly ["conversational", "conversationalStream"];
    readonly write: typeof writeOpenaiPython;
}, {
    readonly language: "js";
    readonly client: "fetch";
    readonly templates: readonly ["basic", "basicAudio", "basicImage", "imageToImage", "imageToVideo", "conversational", "textToAudio", "textToImage", "textToSpeech", "zeroShotClassification"];
    readonly write: typeof writeFetch;
}, {
    readonly language: "js";
    readonly client: "huggingface.js";
    readonly setup: "npm install @huggingface/inference";
    readonly templates: readonly ["basic", "basicAudio", "basicImage", "conversational", "conversationalStream", "imageToImage", "imageToVideo", "textToAudio", "textToImage", "textToSpeech", "textToVideo"];
    readonly write: typeof writeHuggingfaceJs;
}, {
    readonly language: "js";
    readonly client: "openai";
    readonly setup: "npm install openai";
    readonly templates: readonly ["conversational", "conversationalStream"];
    readonly write: typeof writeOpenaiJs;
}, {
    readonly language: "sh";
    readonly client: "curl";
    readonly templates: readonly ["basic", "basicAudio", "basicImage", "conversational", "conversationalStream", "zeroShotClassification"];
    readonly write: typeof writeCurl;
}];
/** Returns the snippets of one call, in the order to show them. */
export declare function writeSnippets(plan: Plan): InferenceSnippet[];
/** Name of a package or program that snippets use. */
export type ClientName = (typeof SNIPPET_CLIENTS)[number]["client"];
/** Returns the command that installs what a snippet needs; undefined where nothing is needed. */
export declare function findSetup({ language, client, content }: InferenceSnippet): string | undefined;
