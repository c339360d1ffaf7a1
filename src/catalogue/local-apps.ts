import { keysOf } from "../base/json.ts";
import data from "./data/local-apps.json" with { type: "json" };
import type { PipelineType } from "./ids.ts";
import { LOCAL_APP_SNIPPETS, type LocalAppSnippet, type SnippetAppKey } from "./local-app-snippets.ts";
import { type Condition, meetsCondition } from "./model-condition.ts";
import type { ModelData } from "./model-data.ts";

export type { LocalAppSnippet } from "./local-app-snippets.ts";

/** Ids of all local apps. */
export const LOCAL_APP_KEYS = keysOf(data);

/** Id of a program, such as `ollama`. */
export type LocalAppKey = (typeof LOCAL_APP_KEYS)[number];

interface LocalAppBase {
	prettyLabel: string;
	docsUrl: string;
	mainTask: PipelineType;
	/** Runs on macOS only. Default: false. */
	macOSOnly?: boolean;
	/** Whether it can run a model. */
	displayOnModelPage: (model: ModelData) => boolean;
}

/** A program that a URL opens. */
export interface DeeplinkApp extends LocalAppBase {
	/** URL that opens the model, or one of its files, in the app. */
	deeplink: (model: ModelData, filepath?: string) => URL;
}

/** A program that is started by commands. */
export interface SnippetApp extends LocalAppBase {
	/**
	 * Commands that run the model, or one of its files. Without a file they contain the placeholders
	 * `{{GGUF_FILE}}` and `{{QUANT_TAG}}`.
	 */
	snippet: (model: ModelData, filepath?: string) => string | string[] | LocalAppSnippet | LocalAppSnippet[];
}

/** A program that runs models on the user's own machine. */
export type LocalApp = DeeplinkApp | SnippetApp;

interface LocalAppFacts extends Omit<LocalAppBase, "displayOnModelPage"> {
	showWhen: Condition;
	/**
	 * The first one with a matching condition is used. `{id}` and `{file}` stand for their values as they are,
	 * `{id:form}` and `{file:form}` for the values as a form encodes them.
	 */
	deeplink?: { when?: Condition; url: string }[];
}

const FACTS = data as Record<LocalAppKey, LocalAppFacts>;

/** All programs, in the order they are offered. */
export const LOCAL_APPS: Record<SnippetAppKey, SnippetApp> & Record<Exclude<LocalAppKey, SnippetAppKey>, DeeplinkApp> =
	Object.fromEntries(LOCAL_APP_KEYS.map((key) => [key, buildApp(key, FACTS[key])])) as typeof LOCAL_APPS;

function buildApp(key: LocalAppKey, { showWhen, deeplink = [], ...facts }: LocalAppFacts): LocalApp {
	const base = { ...facts, displayOnModelPage: (model: ModelData) => meetsCondition(model, showWhen) };
	if (isSnippetApp(key)) return { ...base, snippet: LOCAL_APP_SNIPPETS[key] };
	return {
		...base,
		deeplink: (model, filepath) => {
			const { url = "" } = deeplink.find(({ when }) => when === undefined || meetsCondition(model, when)) ?? {};
			// A part in brackets appears only with a file.
			const template = !filepath ? url.replace(/\[.*?\]/g, "") : url.replace(/[[\]]/g, "");
			const values = { id: model.id, file: filepath ?? "{{GGUF_FILE}}" };
			return new URL(
				template.replace(/\{(id|file)(:form)?\}/g, (_hole, name: keyof typeof values, isForm?: string) =>
					isForm ? encodeForm(values[name]) : values[name],
				),
			);
		},
	};
}

/** Encodes a value as forms do: programs whose URLs are read that way take `+` for a space. */
function encodeForm(value: string): string {
	return new URLSearchParams({ v: value }).toString().slice("v=".length);
}

function isSnippetApp(key: LocalAppKey): key is SnippetAppKey {
	return Object.hasOwn(LOCAL_APP_SNIPPETS, key);
}
