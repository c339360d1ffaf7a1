/** What `npm run upstream` compares by value: names and tables. */

import { isRouted } from "../../src/inference/providers/index.ts";
import type { Provider } from "../../src/inference/types.ts";

/** Where Hugging Face lists the providers that its router reaches. The packages of the reference do not say it. */
export const PARTNERS_PAGE =
	"https://raw.githubusercontent.com/huggingface/hub-docs/main/docs/inference-providers/index.md";

/** One fact that differs. */
export interface Difference {
	/** What was compared, such as `libraries`. */
	area: string;
	/** Where the difference is, such as `transformers.filter`. */
	name: string;
	theirs: string;
	ours: string;
}

type Table = Readonly<Record<string, unknown>>;

/** Members whose words are our own, or that follow from others. */
const TEXTS =
	/(^|\.)(description|summary|about|docsDescription|snippets|snippet|displayOnModelPage|deeplink|datasets|demo|metrics|models|spaces|widgetModels|youtubeId|isPlaceholder)(\.|$)/;

/** Exported tables of `tasks` that are compared value by value. */
const TABLES: Readonly<Record<string, string>> = {
	libraries: "MODEL_LIBRARIES_UI_ELEMENTS",
	datasets: "DATASET_LIBRARIES_UI_ELEMENTS",
	kernels: "KERNEL_LIBRARIES_UI_ELEMENTS",
	evaluation: "EVALUATION_FRAMEWORKS",
	pipelines: "PIPELINE_DATA",
	"task-libs": "LIBRARY_TASK_MAPPING",
	"task-records": "TASKS_DATA",
	apps: "LOCAL_APPS",
	harnesses: "AGENT_HARNESSES",
	agents: "STANDARD_AGENT_ENV_VARS",
	hardware: "SKUS",
	gguf: "GGMLFileQuantizationType",
	ggml: "GGMLQuantizationType",
	"gguf-order": "GGUF_QUANT_ORDER",
};

/** Names that the reference exports and we do not, members of exported objects included. */
export function differingNames(area: string, theirs: Table, ours: Table): Difference[] {
	const missing = (name: string): Difference => ({ area, name, theirs: "exported", ours: "missing" });
	return Object.entries(theirs).flatMap(([name, value]) => {
		if (name === "default" || name === "module.exports") return [];
		if (!(name in ours)) return [missing(name)];
		const isMethodTable = typeof value === "function" && value.prototype !== undefined;
		if (!isMethodTable) return [];
		const own = ours[name] as { prototype?: object };
		return Object.getOwnPropertyNames(value.prototype)
			.filter((member) => member !== "constructor" && own.prototype !== undefined && !(member in own.prototype))
			.filter((member) => typeof own !== "function" || !(member in new (own as unknown as new () => object)()))
			.map((member) => missing(`${name}.${member}`));
	});
}

/** Values of the tables that differ; functions are compared elsewhere, by calling them. */
export function differingFacts(theirs: Table, ours: Table): Difference[] {
	return Object.entries(TABLES).flatMap(([area, name]) => {
		const [left, right] = [flatten(theirs[name]), flatten(ours[name])];
		const keys = [...new Set([...left.keys(), ...right.keys()])].filter((key) => !TEXTS.test(key));
		return keys
			.filter((key) => left.get(key) !== right.get(key))
			.map((key) => ({ area, name: key, theirs: left.get(key) ?? "nothing", ours: right.get(key) ?? "nothing" }));
	});
}

/**
 * Providers that only one side says a token of Hugging Face reaches.
 * @param page `PARTNERS_PAGE`: its table links each to `./providers/<id>`
 */
export function differingPartners(page: string, providers: readonly Provider[]): Difference[] {
	const partners = new Set(
		[...page.matchAll(/^\|\s*\[[^\]]*\]\(\.\/providers\/([\w-]+)\)/gm)].map(([, id = ""]) => id),
	);
	if (partners.size === 0) throw new Error("The page of partners has no table of providers.");
	const known = new Map(providers.map((provider) => [provider.id, provider]));
	return [...new Set([...known.keys(), ...partners])].flatMap((id) => {
		const own = known.get(id);
		const [theirs, ours] = [partners.has(id), own !== undefined && isRouted(own)];
		const words = (isReached: boolean): string => (isReached ? "reached with a Hugging Face token" : "not");
		return theirs === ours ? [] : [{ area: "routed", name: id, theirs: words(theirs), ours: words(ours) }];
	});
}

function flatten(value: unknown, path = "", into = new Map<string, string>()): Map<string, string> {
	if (typeof value === "function" || value === undefined || value === null) return into;
	if (typeof value === "string") into.set(path, JSON.stringify(value.replace(/\s+/g, " ")));
	else if (typeof value !== "object") into.set(path, JSON.stringify(value));
	else if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
		into.set(path, JSON.stringify(value));
	else for (const [key, member] of Object.entries(value)) flatten(member, path ? `${path}.${key}` : key, into);
	return into;
}

/** Reads the listed differences: rows of area, name (`*` for any characters) and reason. */
export function listedIn(document: string): (area: string, name: string) => boolean {
	const [, section = ""] = document.split(/^## Listed differences$/m);
	const rows = [...(section.split(/^## /m)[0]?.matchAll(/^\| `([\w-]+)` +\| `([^`]+)` +\|/gm) ?? [])];
	const patterns = rows.map(([, area, name = ""]) => {
		const escaped = name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
		return { area, pattern: new RegExp(`^${escaped}$`) };
	});
	return (area, name) => patterns.some((row) => row.area === area && row.pattern.test(name));
}
