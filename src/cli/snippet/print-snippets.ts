import type { Context } from "../context.ts";
import { formatRows, formatTable } from "../output/table.ts";
import { bestOf, type FoundSnippet, type Snippets, toolOf } from "./entry.ts";

/** A snippet as code: in colours on a terminal, else as it is, ready to be run. */
export async function printSnippet({ entry }: FoundSnippet, context: Context): Promise<void> {
	const { stdout, colors } = context;
	if (!stdout.isTTY && colors.stdout.level === 0) return await context.print(`${entry.content}\n`);
	const { paintCode } = await import("./code.ts");
	await context.print(`${paintCode(entry.content, entry.language, colors.stdout)}\n`);
}

/** Several snippets for people to read, each with its name. */
export async function printSnippets(found: readonly FoundSnippet[], context: Context): Promise<void> {
	for (const [index, snippet] of found.entries()) {
		if (found.length > 1) await context.print(`${index > 0 ? "\n" : ""}${formatHeading(snippet, context)}\n`);
		await printSnippet(snippet, context);
	}
}

function formatHeading({ entry, provider }: FoundSnippet, { colors }: Context): string {
	const { bold, dim } = colors.stdout;
	const aside = [entry.language, provider, entry.setup].filter(Boolean).join(" · ");
	return `${bold(entry.library ?? entry.client ?? "")} ${dim(aside)}`;
}

/** What there is for a model; a library counts once for each language, however many snippets it has. */
export async function printSnippetList(all: readonly FoundSnippet[], context: Context): Promise<void> {
	const { stdout, colors, flags } = context;
	const found = [
		...new Map(all.map((one) => [`${one.entry.kind} ${one.entry.language} ${toolOf(one)}`, one])).values(),
	];
	if (flags.json) {
		const rows = found.map(({ entry: { kind, language, client, library }, task, provider }) => ({
			kind,
			language,
			client,
			library,
			task,
			provider,
		}));
		return await context.print(`${JSON.stringify(rows, null, 2)}\n`);
	}
	if (!stdout.isTTY) {
		return await context.print(
			formatRows(
				found.map((one) => [one.entry.kind, one.entry.language, toolOf(one), one.task ?? "", one.provider ?? ""]),
			),
		);
	}
	const table = formatTable<FoundSnippet>(
		[
			{ title: "LANGUAGE", value: ({ entry }) => entry.language },
			{ title: "CLIENT", value: toolOf, whole: true, style: colors.stdout.cyan },
			{ title: "PROVIDER", value: ({ provider }) => provider ?? "" },
			{ title: "TASK", value: ({ task }) => task ?? "" },
		],
		[
			{ heading: "Load the model (-l)", rows: found.filter(({ entry }) => entry.kind === "library") },
			{ heading: "Call a provider (--client)", rows: found.filter(({ entry }) => entry.kind === "api") },
		],
		stdout.columns ?? 80,
		colors.stdout,
	);
	await context.print(table);
}

/** Says on stderr who is called, where nobody named anybody and the code has to. */
export function noteProvider({ entry, provider, isAutoSelected }: FoundSnippet, context: Context): void {
	if (!isAutoSelected) return;
	context.note(`${entry.client} calls ${provider}, the model's first live provider for it; -p names another.`);
}

/** Says on stderr what there is beside the best. */
export function noteOthers(found: Snippets, context: Context): void {
	const best = bestOf(found);
	const names = [...new Set(found.filter((one) => one !== best).map(toolOf))];
	if (names.length > 0) context.note(`\nThere is more: ${names.join(", ")}; see --list.`);
}
