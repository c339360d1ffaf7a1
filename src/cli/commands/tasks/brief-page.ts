import { MODALITY_LABELS } from "../../../catalogue/index.ts";
import type { Context } from "../../context.ts";
import { createPage } from "../../terminal/page.ts";
import { cutText } from "../../terminal/width.ts";
import type { TaskDetails } from "./entry.ts";
import { isDoneByChat, titleOf } from "./page.ts";

/** Characters of a list: two lines of a terminal with 80 columns. */
const LONGEST_LIST = 120;
/** Characters of the summary: three lines. */
const LONGEST_SUMMARY = 220;

/**
 * Returns a task on one screen of 80 columns and 24 rows: what it does, its models and providers, and how to try it.
 */
export function formatBriefTaskPage(task: TaskDetails, { stdout, colors }: Pick<Context, "stdout" | "colors">): string {
	const page = createPage(stdout.columns ?? 80, colors.stdout);
	page.title(titleOf(task), `${task.id} · ${MODALITY_LABELS[task.modality]}`);
	const summary = task.summary ?? "Models for this task exist on the hub; the catalog has no details about it yet.";
	page.paragraph(cutText(summary, LONGEST_SUMMARY));
	page.blank();
	page.facts([
		["Short names", joinSome(task.aliases)],
		["Part of", task.canonicalId ?? undefined],
		["Default model", task.defaultModel ?? undefined],
		["Other models", joinSome(task.models.map(({ id }) => id).filter((id) => id !== task.defaultModel))],
		["Providers", joinSome(task.providers) || (isDoneByChat(task) ? "those of chat; see hub tasks chat" : "none")],
		["Libraries", joinSome(task.libraries) || "none"],
		["Parameters", joinSome(task.parameters.map(({ name }) => name))],
	]);
	if (task.command) {
		const isSandboxed = task.command.startsWith("hub infer");
		page.heading("Try it", isSandboxed ? "the sandbox needs no token and no network" : undefined);
		page.command(task.command);
	}
	page.heading("More");
	page.verbatim(`hub tasks ${task.id} --full`);
	return page.toString();
}

/** As many items as fit two lines, and the number of the others. */
function joinSome(items: readonly string[]): string {
	const all = items.join(", ");
	if (all.length <= LONGEST_LIST) return all;
	const room = LONGEST_LIST - " and 99 more".length;
	let count = 0;
	for (let length = 0; count < items.length; count++) {
		length += (items[count]?.length ?? 0) + 2;
		if (length > room) break;
	}
	const shown = Math.max(1, count);
	return `${items.slice(0, shown).join(", ")} and ${items.length - shown} more`;
}
