import { taskName } from "../../../catalogue/aliases.ts";
import { loadTaskParameters, MODALITY_LABELS, type TaskData, type TaskDemoEntry } from "../../../catalogue/index.ts";
import { findTaskGuide, TASKS_DATA } from "../../../catalogue/tasks-data.ts";
import type { Context } from "../../context.ts";
import { EXTRA_TEXTS, type ParameterEntry, type TaskDetails, type TaskEntry } from "../../lists/task-entry.ts";
import { type Definition, Page } from "../../terminal/page.ts";
import { columnsOf, cutText } from "../../terminal/width.ts";

/** Returns the title of a task's page: `Chat` for `conversational`. */
export function titleOf({ id, name }: Pick<TaskDetails, "id" | "name">): string {
	const spoken = taskName(id);
	return spoken === id ? name : spoken.replace(/^./, (letter) => letter.toUpperCase());
}

export function formatTaskPage(task: TaskDetails, { stdout, colors }: Pick<Context, "stdout" | "colors">): string {
	const page = new Page(columnsOf(stdout), colors.stdout);
	const section = (heading: string, note: string | undefined, entries: readonly Definition[]): void => {
		if (entries.length === 0) return;
		page.heading(heading, note);
		page.definitions(entries);
	};
	begin(page, task);
	page.facts([
		["Short names", task.aliases.join(", ")],
		["Part of", task.canonicalId ?? undefined],
		["Subtasks", task.subtasks.map(({ id }) => id).join(", ")],
		["Default model", task.defaultModel ?? undefined],
		["Providers", task.providers.join(", ") || whoElse(task)],
		["Libraries", task.libraries.join(", ") || "none"],
	]);
	addExample(page, task);
	section("Recommended models", "https://huggingface.co/ID", task.models.map(describeRepo));
	section("Parameters", "--param name=value", task.parameters.map(describeParameter));
	section("Use cases", undefined, task.useCases.map(describeCase));
	section("Variants", undefined, task.variants.map(describeCase));
	if (task.evaluation) {
		page.heading("How to evaluate");
		page.paragraph(task.evaluation);
	}
	section("Metrics", undefined, task.metrics.map(describeRepo));
	section("Datasets", "https://huggingface.co/datasets/ID", task.datasets.map(describeRepo));
	section("Spaces", "https://huggingface.co/spaces/ID", task.spaces.map(describeRepo));
	const { inputs, outputs } = task.demo;
	section("Demo", undefined, [...describeDemo("input", inputs), ...describeDemo("output", outputs)]);
	page.heading("More");
	page.verbatim(
		...(task.id === "conversational" ? [] : [`hub models --task ${task.id}`]),
		...(task.canonicalId ? [`hub tasks ${task.canonicalId}`] : []),
		...(task.youtubeId ? [`https://youtu.be/${task.youtubeId}`] : []),
	);
	return page.toString();
}

/** Writes the title and the summary of the task, cut to `maxLength` columns. */
function begin(page: Page, task: TaskDetails, maxLength = Number.POSITIVE_INFINITY): void {
	page.title(titleOf(task), `${taskName(task.id)} · ${MODALITY_LABELS[task.modality]}`);
	const summary =
		task.summary ?? "Models for this task exist on Hugging Face; the catalog has no details about it yet.";
	page.paragraph(cutText(summary, maxLength));
	page.blank();
}

/** Some tasks have no separate route: chat models do them. */
function whoElse({ command }: TaskDetails): string {
	return command?.startsWith("hub infer -t chat ") ? "those of chat; see hub tasks chat" : "none";
}

const describeRepo = ({ id: term, description: text }: { id: string; description: string }): Definition => ({
	term,
	text,
});

const describeCase = ({ title: term, text }: { title: string; text: string }): Definition => ({ term, text });

function describeParameter(parameter: ParameterEntry): Definition {
	const standard = parameter.default === null ? undefined : `default ${JSON.stringify(parameter.default)}`;
	const note = [parameter.type, parameter.required ? "required" : undefined, standard].filter(Boolean).join(", ");
	return { term: parameter.name, note, text: parameter.description };
}

function describeDemo(side: "input" | "output", items: readonly TaskDemoEntry[]): Definition[] {
	return items.flatMap((item) =>
		// Each table row is a line.
		describeDemoItem(item, side).map((text, index) => ({ term: index === 0 ? side : "", text })),
	);
}

function describeDemoItem(item: TaskDemoEntry, side: string): string[] {
	if (item.type === "audio") return [`recording ${item.filename}`];
	if (item.type === "img") return [`image ${item.filename}`];
	if (item.type === "chart") return [item.data.map(({ label, score }) => `${label} ${score}`).join(", ")];
	if (item.type === "tabular") return item.table.map((row) => row.join(" | "));
	if (item.type === "text-with-tokens") {
		return [item.tokens.map(({ type, start, end }) => `${item.text.slice(start, end)} (${type})`).join(", ")];
	}
	const label = item.label.replace(/:$/, "");
	return [["", side].includes(label.toLowerCase()) ? item.content : `${label}: ${item.content}`];
}

function addExample(page: Page, { command }: TaskDetails): void {
	if (!command) return;
	const isSandboxed = command.startsWith("hub infer");
	page.heading("Try it", isSandboxed ? "the sandbox needs no token and no network" : undefined);
	page.command(command);
}

/** Characters of a list: two lines of a terminal with 80 columns. */
const MAX_LIST_LENGTH = 120;
/** Characters of the summary: three lines. */
const MAX_SUMMARY_LENGTH = 220;

/** Returns a task on one screen of 80 columns and 24 rows; in a pipe nothing is cut. */
export function formatBriefTaskPage(task: TaskDetails, { stdout, colors }: Pick<Context, "stdout" | "colors">): string {
	const page = new Page(columnsOf(stdout), colors.stdout);
	const isCut = stdout.isTTY === true;
	const join = (items: readonly string[]): string => (isCut ? joinSome(items) : items.join(", "));
	begin(page, task, isCut ? MAX_SUMMARY_LENGTH : Number.POSITIVE_INFINITY);
	page.facts([
		["Short names", join(task.aliases)],
		["Part of", task.canonicalId ?? undefined],
		["Default model", task.defaultModel ?? undefined],
		["Other models", join(task.models.map(({ id }) => id).filter((id) => id !== task.defaultModel))],
		["Providers", join(task.providers) || whoElse(task)],
		["Libraries", join(task.libraries) || "none"],
		["Parameters", join(task.parameters.map(({ name }) => name))],
	]);
	addExample(page, task);
	page.heading("More");
	page.verbatim(`hub tasks ${taskName(task.id)} --full`);
	return page.toString();
}

/** As many items as fit two lines, and the number of the others. */
function joinSome(items: readonly string[]): string {
	const all = items.join(", ");
	if (all.length <= MAX_LIST_LENGTH) return all;
	const room = MAX_LIST_LENGTH - " and 99 more".length;
	let count = 0;
	for (let length = 0; count < items.length; count++) {
		length += (items[count]?.length ?? 0) + 2;
		if (length > room) break;
	}
	const shown = Math.max(1, count);
	return `${items.slice(0, shown).join(", ")} and ${items.length - shown} more`;
}

type TaskRecord = Pick<TaskData, "models" | "datasets" | "metrics" | "spaces" | "widgetModels" | "demo" | "youtubeId">;

export async function loadTaskDetails(entry: TaskEntry): Promise<TaskDetails> {
	const isChat = entry.id === "conversational";
	const none = {
		models: [],
		datasets: [],
		metrics: [],
		spaces: [],
		widgetModels: [],
		demo: { inputs: [], outputs: [] },
	};
	const record: TaskRecord = (entry.id === "conversational" ? undefined : TASKS_DATA[entry.id]) ?? none;
	const { datasets, metrics, spaces, widgetModels, demo } = record;
	const guide = entry.id === "conversational" ? undefined : findTaskGuide(entry.id);
	const parameters = await loadTaskParameters(entry.id);
	return {
		...entry,
		// Chat is a way to use the models of text generation.
		models: isChat ? (TASKS_DATA["text-generation"]?.models ?? []) : record.models,
		...{ datasets, metrics, spaces, widgetModels, demo },
		parameters: parameters.map(({ path, type, default: standard = null, isRequired, description }) => ({
			name: path.replace(/^parameters\./, ""),
			type,
			default: standard,
			required: isRequired,
			description,
		})),
		useCases: guide?.useCases ?? [],
		variants: guide?.variants ?? [],
		evaluation: guide?.evaluation ?? null,
		command: guide?.command ?? EXTRA_TEXTS[entry.id]?.command ?? null,
		youtubeId: record.youtubeId || null,
	};
}
