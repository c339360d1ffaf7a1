import { omitUndefined } from "../../../base/json.ts";
import { taskName } from "../../../catalogue/aliases.ts";
import type { Context } from "../../context.ts";
import { drawn } from "../../terminal/styled.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { wrapText } from "../../terminal/width.ts";
import { type FoundSnippet, GROUPS, nameOf, type Snippets, toolOf, withSetup } from "./entry.ts";

/** Returns a snippet as code: highlighted on a terminal, else unchanged, ready to run. */
export async function printSnippet({ entry }: FoundSnippet, context: Context): Promise<void> {
	const { stdout, colors } = context;
	if (!stdout.isTTY && colors.stdout.level === 0) return await context.print(`${entry.content}\n`);
	const { paintCode } = await import("./code.ts");
	const content = stdout.isTTY ? withSetup(entry) : entry.content;
	await context.print(drawn(`${paintCode(content, entry.language, colors.stdout)}\n`));
}

/** Several snippets for people to read, each with its name. */
export async function printSnippets(found: readonly FoundSnippet[], context: Context): Promise<void> {
	const { bold, dim } = context.colors.stdout;
	for (const [index, snippet] of found.entries()) {
		const { variant, language } = snippet.entry;
		const aside = [variant, language, snippet.provider].filter(Boolean).join(" · ");
		const heading = `${bold(toolOf(snippet))} ${dim(aside)}`;
		if (found.length > 1) await context.print(drawn(`${index > 0 ? "\n" : ""}${heading}\n`));
		await printSnippet(snippet, context);
	}
}

/** Prints on stderr which provider is used, if none was named and the code needs one. */
export function noteProvider({ entry, provider, isAutoSelected }: FoundSnippet, context: Context): void {
	if (!isAutoSelected) return;
	context.note(`${entry.client} calls ${provider}, the model's first live provider for it; -p names another.`);
}

/** Prints on stderr which other variants of the same library or app there are. */
export function noteVariants(shown: FoundSnippet, all: Snippets, context: Context): void {
	const { kind, variant } = shown.entry;
	const others = all.filter(
		({ entry }) => entry.kind === kind && entry.variant !== variant && toolOf({ ...shown, entry }) === toolOf(shown),
	);
	const names = others.flatMap(({ entry }) => entry.variant ?? []);
	if (variant === undefined || names.length === 0) return;
	const quoted = names.map((name) => (/^[\w.-]+$/.test(name) ? name : `"${name}"`));
	const title = /^\d+$/.test(variant) ? `variant ${variant}` : variant;
	context.note(`This is ${toolOf(shown)} · ${title}. Others: --variant ${quoted.join(", ")}; --list shows everything.`);
}

export function noteOthers(shown: FoundSnippet, all: Snippets, context: Context): void {
	const others = all.filter(({ entry }) => entry.content !== shown.entry.content);
	const names = [...new Set(others.map(nameOf))];
	if (names.length === 0) return;
	const { columns = 80, isTTY } = context.stderr;
	const text = `More: ${names.join(", ")}; see --list.`;
	context.note(`\n${isTTY ? wrapText(text, columns).join("\n") : text}`);
}

export async function printSnippetList(all: readonly FoundSnippet[], context: Context): Promise<void> {
	if (context.flags.json) {
		const rows = all.map(({ entry: { kind, language, client, library, variant }, task, provider }) => {
			return { kind, language, client, library, ...omitUndefined({ variant }), task, provider };
		});
		return await context.print(`${JSON.stringify(rows, null, 2)}\n`);
	}
	await printTable(all, VIEW, context);
}

const VIEW: TableView<FoundSnippet> = {
	cells: (found) => {
		const { entry, task, provider } = found;
		return [entry.kind, entry.language, toolOf(found), taskName(task ?? ""), provider ?? "", entry.variant ?? ""];
	},
	columns: [
		{ title: "LANGUAGE", value: ({ entry }) => (entry.kind === "app" ? "" : entry.language) },
		{ title: "NAME", value: toolOf, whole: true, style: "cyan" },
		{ title: "VARIANT", value: ({ entry }) => entry.variant ?? "" },
		{ title: "PROVIDER", value: ({ provider }) => provider ?? "" },
		{ title: "TASK", value: ({ task }) => taskName(task ?? "") },
	],
	sections: (all) =>
		GROUPS.map(({ kind, title, option }) => ({
			heading: `${title} (${option})`,
			rows: all.filter(({ entry }) => entry.kind === kind),
		})),
};
