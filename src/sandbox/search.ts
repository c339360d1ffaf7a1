import { PIPELINE_TYPES, type WidgetType } from "../catalogue/index.ts";
import { type Searched, searchEntries } from "../catalogue/search-words.ts";
import { KNOWN_TASKS, listKnownModels, SANDBOX_ORG } from "./known-models.ts";
import { createRecord } from "./records.ts";

const TASKS: readonly WidgetType[] = ["conversational", ...PIPELINE_TYPES.filter((id) => id !== "other")];
const DEFAULT_LIMIT = 1000;

/** Returns the models of a task, the default first; each task has at least `sandbox/<task>`. */
export function listModels(task: WidgetType): readonly string[] {
	return [...(KNOWN_TASKS[task]?.models ?? []), `${SANDBOX_ORG}/${task}`];
}

/** One page of the models that fit a query, and whether more follow. */
export function searchModels(
	query: URLSearchParams,
	now: number,
): { models: Record<string, unknown>[]; nextCursor: number | undefined } {
	const fits = createFilter(query);
	const words = query.get("search")?.trim() ?? "";
	// A search finds more than the lists of tasks hold.
	const ids = [...new Set([...TASKS.flatMap(listModels), ...(words === "" ? [] : listKnownModels())])];
	const fitting = ids.map((id) => createRecord(id, now)).filter(fits);
	const found = words === "" ? fitting : searchEntries(words, fitting, searchedTexts);
	const sort = query.get("sort");
	if (sort !== null) {
		const direction = query.get("direction") === "1" ? 1 : -1;
		found.sort((a, b) => direction * compare(a[sort], b[sort]));
	}
	const limit = Math.max(1, Number(query.get("limit")) || DEFAULT_LIMIT);
	const start = Number(query.get("cursor")) || 0;
	const models = found.slice(start, start + limit).map((record) => selectFields(record, query, LISTED));
	return { models, nextCursor: start + limit < found.length ? start + limit : undefined };
}

/** Fields of a model in a list. */
const LISTED =
	"_id id modelId author likes trendingScore private downloads tags pipeline_tag library_name createdAt lastModified gated".split(
		" ",
	);

/** Returns the fields requested with `expand[]`, or the default ones. */
export function selectFields(
	record: Record<string, unknown>,
	query: URLSearchParams,
	usual: readonly string[] = Object.keys(record).filter((name) => name !== "inferenceProviderMapping"),
): Record<string, unknown> {
	const asked = [...query.getAll("expand[]"), ...query.getAll("expand")];
	const names = asked.length > 0 ? ["_id", "id", ...asked] : usual;
	return Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]));
}

function createFilter(query: URLSearchParams): (record: Record<string, unknown> & { id: string }) => boolean {
	const author = query.get("author")?.toLowerCase();
	const wanted = [...query.getAll("filter").flatMap((value) => value.split(",")), query.get("library")].filter(Boolean);
	const tag = query.get("pipeline_tag");
	const providers = query.getAll("inference_provider").flatMap((value) => value.split(","));
	return (record) => {
		const id = record.id.toLowerCase();
		const tags = record["tags"] as string[];
		const served = record["inferenceProviderMapping"] as { provider: string; task: string }[];
		return (
			(author === undefined || id.startsWith(`${author}/`)) &&
			wanted.every((value) => tags.includes(String(value))) &&
			(tag === null || record["pipeline_tag"] === tag || (tag === "conversational" && tags.includes(tag))) &&
			(providers.length === 0 ||
				served.some(({ provider, task }) =>
					providers.some((id) => (id === "all" || id === provider) && fitsTask(task, tag)),
				))
		);
	};
}

/** The hub searches names; tags tell what a model is for. */
function searchedTexts({ id, tags }: Record<string, unknown> & { id: string }): Searched {
	return { names: [id, id.slice(id.indexOf("/") + 1)], texts: tags as string[] };
}

/** Whether a provider's task for a model matches the query; chat models are listed as text generators. */
function fitsTask(task: string, tag: string | null): boolean {
	return tag === null || task === tag || task === "conversational" || tag === "conversational";
}

function compare(a: unknown, b: unknown): number {
	if (typeof a === "number" && typeof b === "number") return a - b;
	return String(a ?? "") < String(b ?? "") ? -1 : 1;
}
