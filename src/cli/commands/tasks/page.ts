import { taskName } from "../../../catalogue/aliases.ts";
import { MODALITY_LABELS, type TaskDemoEntry } from "../../../catalogue/index.ts";
import type { Context } from "../../context.ts";
import { createPage, type Definition } from "../../terminal/page.ts";
import type { ParameterEntry, TaskDetails } from "./entry.ts";

/** Returns the title of a task's page: `Chat` for `conversational`. */
export function titleOf({ id, name }: Pick<TaskDetails, "id" | "name">): string {
	const spoken = taskName(id);
	return spoken === id ? name : spoken.replace(/^./, (letter) => letter.toUpperCase());
}

/** Returns a task as a page to read. */
export function formatTaskPage(task: TaskDetails, { stdout, colors }: Pick<Context, "stdout" | "colors">): string {
	const page = createPage(stdout.columns ?? 80, colors.stdout);
	const section = (heading: string, note: string | undefined, entries: readonly Definition[]): void => {
		if (entries.length === 0) return;
		page.heading(heading, note);
		page.definitions(entries);
	};
	page.title(titleOf(task), `${task.id} · ${MODALITY_LABELS[task.modality]}`);
	page.paragraph(task.summary ?? "Models for this task exist on the hub; the catalog has no details about it yet.");
	page.blank();
	page.facts([
		["Short names", task.aliases.join(", ")],
		["Part of", task.canonicalId ?? undefined],
		["Subtasks", task.subtasks.map(({ id }) => id).join(", ")],
		["Default model", task.defaultModel ?? undefined],
		["Providers", task.providers.join(", ") || (isDoneByChat(task) ? "those of chat; see hub tasks chat" : "none")],
		["Libraries", task.libraries.join(", ") || "none"],
	]);
	if (task.command) {
		page.heading(
			"Try it",
			task.command.startsWith("hub infer") ? "the sandbox needs no token and no network" : undefined,
		);
		page.command(task.command);
	}
	section("Recommended models", "https://huggingface.co/ID", task.models.map(describeRepo));
	section(
		"Parameters",
		task.parameters.length > 0 ? "--param name=value" : undefined,
		task.parameters.map(describeParameter),
	);
	section("Use cases", undefined, task.useCases.map(describeCase));
	section("Variants", undefined, task.variants.map(describeCase));
	if (task.evaluation) {
		page.heading("How to evaluate");
		page.paragraph(task.evaluation);
	}
	section("Metrics", undefined, task.metrics.map(describeRepo));
	section("Data sets", "https://huggingface.co/datasets/ID", task.datasets.map(describeRepo));
	section("Spaces", "https://huggingface.co/spaces/ID", task.spaces.map(describeRepo));
	section("Demo", undefined, [
		...describeDemo("input", task.demo.inputs),
		...describeDemo("output", task.demo.outputs),
	]);
	page.heading("More");
	page.verbatim(
		...(task.id === "conversational" ? [] : [`hub models --task ${task.id}`]),
		...(task.canonicalId ? [`hub tasks ${task.canonicalId}`] : []),
		...(task.youtubeId ? [`https://youtu.be/${task.youtubeId}`] : []),
	);
	return page.toString();
}

/** Some tasks have no route of their own: chat models do them. */
export function isDoneByChat({ command }: TaskDetails): boolean {
	return command?.startsWith("hub infer -t chat ") ?? false;
}

const describeRepo = ({ id, description }: { id: string; description: string }): Definition => ({
	term: id,
	text: description,
});

const describeCase = ({ title, text }: { title: string; text: string }): Definition => ({ term: title, text });

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
	switch (item.type) {
		case "audio":
			return [`recording ${item.filename}`];
		case "img":
			return [`image ${item.filename}`];
		case "chart":
			return [item.data.map(({ label, score }) => `${label} ${score}`).join(", ")];
		case "tabular":
			return item.table.map((row) => row.join(" | "));
		case "text-with-tokens":
			return [item.tokens.map(({ type, start, end }) => `${item.text.slice(start, end)} (${type})`).join(", ")];
		case "text": {
			const label = item.label.replace(/:$/, "");
			return [["", side].includes(label.toLowerCase()) ? item.content : `${label}: ${item.content}`];
		}
	}
}
