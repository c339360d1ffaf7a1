import { findNearestQuantType, GGMLFileQuantizationType, parseGGUFQuantLabel } from "../../../catalogue/gguf.ts";
import { LOCAL_APP_KEYS, LOCAL_APPS, type LocalAppKey, type LocalAppSnippet } from "../../../catalogue/local-apps.ts";
import type { ModelRecord } from "../../../hub/index.ts";
import { unknownWord } from "../../errors/unknown-word.ts";
import type { FoundSnippet } from "./entry.ts";

/** Commands go to a shell: ids with other characters than those of the hub are left alone. */
const SAFE_ID = /^[\w.-]+(?:\/[\w.-]+)?$/;

/** Small enough for most machines, good enough for most answers. */
const USUAL_TYPE = GGMLFileQuantizationType.Q4_K_M;

/** Returns how each local app that can run the model runs it, the apps in the catalogue's order. */
export function findAppSnippets(record: ModelRecord, wanted?: LocalAppKey): FoundSnippet[] {
	if (!SAFE_ID.test(record.id)) return [];
	const model = { ...record, tags: Array.isArray(record.tags) ? record.tags : [] };
	const keys = LOCAL_APP_KEYS.filter((key) => wanted === undefined || key === wanted);
	return keys
		.filter((key) => LOCAL_APPS[key].displayOnModelPage(model))
		.flatMap((key) => stepsOf(key, model, chooseFile(record)).map((step) => describeStep(key, step, record)));
}

/**
 * Returns the id of a local app; case and spaces do not count.
 * @throws UsageError when there is none, with the one that was probably meant
 */
export function parseApp(word: string): LocalAppKey {
	const app = findApp(word);
	if (app) return app;
	throw unknownWord("local app", word, LOCAL_APP_KEYS, `Local apps: ${LOCAL_APP_KEYS.join(", ")}.`);
}

/** Returns the local app with this id or name. */
export function findApp(word: string): LocalAppKey | undefined {
	const name = normalize(word);
	return LOCAL_APP_KEYS.find((key) => normalize(key) === name || normalize(LOCAL_APPS[key].prettyLabel) === name);
}

function normalize(word: string): string {
	return word.toLowerCase().replace(/[\s._-]+/g, "");
}

function stepsOf(key: LocalAppKey, model: ModelRecord, file: string | undefined): Partial<LocalAppSnippet>[] {
	const app = LOCAL_APPS[key];
	if ("deeplink" in app) {
		return [{ setup: `# Install ${app.prettyLabel}: ${app.docsUrl}`, content: app.deeplink(model, file).href }];
	}
	const steps = app.snippet(model, file);
	return [steps].flat().map((step) => (typeof step === "string" ? { content: step } : step));
}

function describeStep(
	key: LocalAppKey,
	{ title, setup, content = "" }: Partial<LocalAppSnippet>,
	{ pipeline_tag: task }: ModelRecord,
): FoundSnippet {
	const isLink = "deeplink" in LOCAL_APPS[key];
	return {
		entry: {
			kind: "app",
			language: isLink ? "text" : "sh",
			client: key,
			library: null,
			...(title === undefined ? {} : { variant: title }),
			content: [content].flat().join("\n\n").replaceAll("\t", "    "),
			...(setup === undefined ? {} : { setup }),
		},
		task: task ?? null,
		provider: null,
		isAutoSelected: false,
	};
}

/** The GGUF file to show: of the usual size, or the nearest there is. */
function chooseFile(record: object): string | undefined {
	const siblings = "siblings" in record ? record.siblings : undefined;
	const files = (Array.isArray(siblings) ? siblings : [])
		.map((sibling: { rfilename?: unknown } | null) => sibling?.rfilename)
		.filter((name): name is string => typeof name === "string" && /^[\w./-]+\.gguf$/i.test(name));
	const types = GGMLFileQuantizationType as Readonly<Record<string, unknown>>;
	const byType = new Map(
		files.map((name) => [types[parseGGUFQuantLabel(name) ?? ""] as GGMLFileQuantizationType | undefined, name]),
	);
	const nearest = findNearestQuantType(
		USUAL_TYPE,
		[...byType.keys()].filter((type) => type !== undefined),
	);
	return nearest === undefined ? undefined : byType.get(nearest);
}
