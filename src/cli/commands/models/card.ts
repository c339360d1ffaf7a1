import { taskName } from "../../../catalogue/aliases.ts";
import type { InferenceProviderMappingEntry, ModelRecord } from "../../../hub/index.ts";
import type { Context } from "../../context.ts";
import { formatCount, formatSize } from "../../terminal/amounts.ts";
import { createPage } from "../../terminal/page.ts";
import type { TableView } from "../../terminal/table.ts";

/** Returns found models: a table for a terminal, or id, task, downloads, likes and library for programs. */
export const MODEL_LIST: TableView<ModelRecord> = {
	cells: (model) => [
		model.id,
		model.pipeline_tag ?? "",
		String(model.downloads ?? ""),
		String(model.likes ?? ""),
		model.library_name ?? "",
	],
	columns: [
		{ title: "MODEL", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "TASK", value: (model) => model.pipeline_tag ?? "", least: 18 },
		{ title: "DOWNLOADS", value: ({ downloads }) => showCount(downloads), align: "right" },
		{ title: "LIKES", value: ({ likes }) => showCount(likes), align: "right" },
		{ title: "LIBRARY", value: (model) => model.library_name ?? "" },
		{ title: "ACCESS", value: ({ gated }) => (gated ? "gated" : ""), isOptional: true },
	],
	width: 100,
};

/** Returns the details of one model, for people. */
export function formatModelPage(model: ModelRecord, context: Context): string {
	const { stdout, colors } = context;
	const page = createPage(stdout.columns ?? 100, colors.stdout);
	page.title(model.id, model.pipeline_tag ?? "no task");
	page.facts(modelFacts(model));
	const providers = readProviders(model);
	if (providers.length > 0) {
		page.heading("Providers");
		page.facts(
			providers.map(({ provider, status, task, providerId }) => [
				provider,
				`${status}, ${taskName(task)}${providerId && providerId !== model.id ? `, as ${providerId}` : ""}`,
			]),
		);
	}
	page.heading("Use it");
	page.verbatim(`hub infer -m ${model.id} …`, `hub snippet ${model.id}`);
	return page.toString();
}

function modelFacts(model: ModelRecord): (readonly [string, string | undefined])[] {
	const count = (value: number | undefined, unit = ""): string | undefined =>
		value === undefined ? undefined : formatCount(value) + unit;
	return [
		["Library", model.library_name],
		["License", findTag(model, "license:")],
		["Parameters", count(model.safetensors?.total ?? model.gguf?.total)],
		["Files", model.usedStorage === undefined ? undefined : formatSize(model.usedStorage)],
		["Context", count(model.gguf?.context_length, " tokens")],
		["Downloads", count(model.downloads, " in the last 30 days")],
		["Likes", count(model.likes)],
		["Access", describeAccess(model)],
		["Base model", findTag(model, "base_model:")],
		["Updated", model.lastModified?.slice(0, 10)],
	];
}

function describeAccess({ gated, private: isPrivate }: ModelRecord): string {
	if (isPrivate) return "private";
	if (!gated) return "open";
	return gated === "manual" ? "gated: its owner decides on each request" : "gated: on request";
}

/** Reads a mapping: the hub answers with a list, or with an object keyed by provider. */
function readProviders(
	model: ModelRecord,
): Pick<InferenceProviderMappingEntry, "provider" | "status" | "task" | "providerId">[] {
	const mapping = model.inferenceProviderMapping ?? [];
	if (Array.isArray(mapping)) return mapping;
	return Object.entries(mapping).map(([provider, entry]) => ({ ...entry, provider }));
}

function findTag(model: ModelRecord, prefix: string): string | undefined {
	return model.tags?.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);
}

function showCount(value: number | undefined): string {
	return value === undefined ? "" : formatCount(value);
}
