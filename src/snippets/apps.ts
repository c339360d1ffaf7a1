import { omitUndefined } from "../base/json.ts";
import type { ModelData } from "../catalogue/index.ts";
import { LOCAL_APP_KEYS, LOCAL_APPS, type LocalAppKey, type LocalAppSnippet } from "../catalogue/local-apps.ts";
import { chooseGgufFile } from "./model.ts";

/** One step of running a model in a local app. */
export interface AppSnippet {
	app: LocalAppKey;
	/** Name for people. */
	label: string;
	/** `text` is a link that the app opens. */
	language: "sh" | "text";
	/** Distinguishes it from the app's other snippets, such as `Use Docker`. */
	variant?: string;
	content: string;
	/** Commands that install the app, or its URL. */
	setup?: string;
}

/** Commands go to a shell: ids with characters that Hugging Face does not allow are skipped. */
const SAFE_ID = /^[\w.-]+(?:\/[\w.-]+)?$/;

/**
 * Returns how each local app that can run the model runs it, the apps in the catalogue's order. Of several GGUF files
 * named in `siblings` the one nearest to Q4_K_M is shown.
 *
 * @param model Record of Hugging Face; without a usable id there are no snippets.
 * @param wanted Only this app.
 */
export function listAppSnippets(model: ModelData, wanted?: LocalAppKey): AppSnippet[] {
	if (!SAFE_ID.test(model.id)) return [];
	const record = { ...model, tags: Array.isArray(model.tags) ? model.tags : [] };
	const keys = LOCAL_APP_KEYS.filter((key) => wanted === undefined || key === wanted);
	return keys
		.filter((key) => LOCAL_APPS[key].displayOnModelPage(record))
		.flatMap((key) => stepsOf(key, record, chooseGgufFile(record)).map((step) => describeStep(key, step)));
}

function stepsOf(key: LocalAppKey, model: ModelData, file: string | undefined): Partial<LocalAppSnippet>[] {
	const app = LOCAL_APPS[key];
	if ("deeplink" in app) {
		return [{ setup: `# Install ${app.prettyLabel}: ${app.docsUrl}`, content: app.deeplink(model, file).href }];
	}
	return [app.snippet(model, file)].flat().map((step) => (typeof step === "string" ? { content: step } : step));
}

function describeStep(app: LocalAppKey, { title, setup, content = "" }: Partial<LocalAppSnippet>): AppSnippet {
	return {
		app,
		label: LOCAL_APPS[app].prettyLabel,
		language: "deeplink" in LOCAL_APPS[app] ? "text" : "sh",
		...omitUndefined({ variant: title }),
		content: [content].flat().join("\n\n").replaceAll("\t", "    "),
		...omitUndefined({ setup }),
	};
}
