import type { InferenceProviderMappingEntry, ModelRecord } from "../../hub/index.ts";
import type { Context } from "../context.ts";
import { formatBytes, formatCount } from "./amount.ts";
import { createPage } from "./page.ts";
import { type Column, formatRows, formatTable } from "./table.ts";

/** Found models as a table that fits the terminal. */
export function describeModels(models: readonly ModelRecord[], { stdout, colors }: Context): string {
	const columns: Column<ModelRecord>[] = [
		{ title: "model", value: ({ id }) => id, whole: true, style: colors.stdout.cyan },
		{ title: "task", value: (model) => model.pipeline_tag ?? "" },
		{ title: "downloads", value: ({ downloads }) => showCount(downloads), align: "right" },
		{ title: "likes", value: ({ likes }) => showCount(likes), align: "right" },
		{ title: "library", value: (model) => model.library_name ?? "" },
		{ title: "access", value: ({ gated }) => (gated ? `gated (${gated})` : "") },
	];
	const isShown = ({ title }: Column<ModelRecord>): boolean => title !== "access" || models.some(({ gated }) => gated);
	return formatTable(columns.filter(isShown), [{ rows: models }], stdout.columns ?? 100, colors.stdout);
}

/** Found models for programs: id, task, downloads, likes, library. */
export function listModels(models: readonly ModelRecord[]): string {
	return formatRows(
		models.map((model) => [
			model.id,
			model.pipeline_tag ?? "",
			String(model.downloads ?? ""),
			String(model.likes ?? ""),
			model.library_name ?? "",
		]),
	);
}

/** All about one model, for people. */
export function describeModel(model: ModelRecord, context: Context): string {
	const { stdout, colors } = context;
	const page = createPage(stdout.columns ?? 100, colors.stdout);
	page.title(model.id, model.pipeline_tag ?? "no task");
	page.facts(modelFacts(model, true));
	const providers = readProviders(model);
	if (providers.length > 0) {
		page.heading("Providers");
		page.facts(
			providers.map(({ provider, status, task, providerId }) => [
				provider,
				`${status}, ${task}${providerId && providerId !== model.id ? `, as ${providerId}` : ""}`,
			]),
		);
	}
	page.heading("Use it");
	page.verbatim(`hub infer -m ${model.id} …`, `hub snippet ${model.id}`);
	return page.toString();
}

/** All about one model for programs: a line for each fact, one for each provider. */
export function listModel(model: ModelRecord): string {
	const facts = modelFacts(model, false).filter(([, value]) => value);
	const providers = readProviders(model).map(({ provider, status, task, providerId }) => [
		"provider",
		provider,
		status,
		task,
		providerId,
	]);
	return formatRows([
		["id", model.id],
		["task", model.pipeline_tag ?? ""],
		...facts.map(([name, value]) => [name, value ?? ""]),
		...providers,
	]);
}

function modelFacts(model: ModelRecord, isForPeople: boolean): (readonly [string, string | undefined])[] {
	const count = (value: number | undefined): string | undefined =>
		value === undefined ? undefined : isForPeople ? formatCount(value) : String(value);
	const bytes = model.usedStorage;
	return [
		["library", model.library_name],
		["license", findTag(model, "license:")],
		["parameters", count(model.safetensors?.total ?? model.gguf?.total)],
		["size", bytes && isForPeople ? formatBytes(bytes) : bytes?.toString()],
		["context", count(model.gguf?.context_length)],
		["downloads", isForPeople && model.downloads ? `${count(model.downloads)} a month` : count(model.downloads)],
		["likes", count(model.likes)],
		["gated", model.gated ? model.gated : isForPeople ? undefined : "no"],
		["base model", findTag(model, "base_model:")],
		["updated", model.lastModified?.slice(0, 10)],
	];
}

/** The hub answers with a list, or with an object keyed by provider. */
export function readProviders(
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
