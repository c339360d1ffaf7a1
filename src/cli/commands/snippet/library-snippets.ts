import { omitUndefined } from "../../../base/json.ts";
import type { ModelData } from "../../../catalogue/index.ts";
import { LOCAL_APP_KEYS, LOCAL_APPS, type LocalAppKey } from "../../../catalogue/local-apps.ts";
import type { ModelRecord } from "../../../hub/index.ts";
import { listAppSnippets } from "../../../snippets/apps.ts";
import { listLoadSnippets } from "../../../snippets/library/list.ts";
import { unknownWord } from "../../errors/usage.ts";
import type { FoundSnippet, SnippetEntry } from "./entry.ts";

/** Code that loads a model with each of these libraries; by default with its own and every other that its tags name. */
export function findLibrarySnippets(model: ModelData, libraries?: readonly string[]): FoundSnippet[] {
	return listLoadSnippets(model, libraries).map(({ library, ...snippet }) =>
		toFound({ kind: "library", client: null, library }, snippet, model),
	);
}

function toFound(
	{ kind, client, library }: Pick<SnippetEntry, "kind" | "client" | "library">,
	{ language, variant, content, setup }: Pick<SnippetEntry, "language" | "variant" | "content" | "setup">,
	{ pipeline_tag: task }: ModelData,
): FoundSnippet {
	const entry = {
		kind,
		language,
		client,
		library,
		...omitUndefined({ variant }),
		content,
		...omitUndefined({ setup }),
	};
	return { entry, task: task ?? null, provider: null, isAutoSelected: false };
}

export function ownLibrary({ library_name: library }: ModelData): string[] {
	return typeof library === "string" ? [library] : [];
}

/** Returns how each local app that can run the model runs it, the apps in the catalogue's order. */
export function findAppSnippets(record: ModelRecord, wanted?: LocalAppKey): FoundSnippet[] {
	return listAppSnippets(record, wanted).map(({ app, ...snippet }) =>
		toFound({ kind: "app", client: app, library: null }, snippet, record),
	);
}

/** Returns the id of a local app; ignores case and spaces. */
export function parseApp(word: string): LocalAppKey {
	const app = findApp(word);
	if (app) return app;
	throw unknownWord("local app", word, LOCAL_APP_KEYS, `Local apps: ${LOCAL_APP_KEYS.join(", ")}.`);
}

export function findApp(word: string): LocalAppKey | undefined {
	const name = normalize(word);
	return LOCAL_APP_KEYS.find((key) => normalize(key) === name || normalize(LOCAL_APPS[key].prettyLabel) === name);
}

/** Returns the display name of an app, such as `vLLM`. */
export function labelApp(id: string): string {
	return LOCAL_APP_KEYS.some((key) => key === id) ? LOCAL_APPS[id as LocalAppKey].prettyLabel : id;
}

function normalize(word: string): string {
	return word.toLowerCase().replace(/[\s._-]+/g, "");
}
