import type { Context } from "../../context.ts";
import { type FoundSnippet, type Snippets, toolOf } from "./entry.ts";

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

/** Says on stderr who is called, where nobody named anybody and the code has to. */
export function noteProvider({ entry, provider, isAutoSelected }: FoundSnippet, context: Context): void {
	if (!isAutoSelected) return;
	context.note(`${entry.client} calls ${provider}, the model's first live provider for it; -p names another.`);
}

/** Says on stderr what there is beside what was shown. */
export function noteOthers(shown: FoundSnippet, all: Snippets, context: Context): void {
	const others = all.filter(({ entry }) => entry.content !== shown.entry.content);
	const names = [...new Set(others.map(toolOf))];
	if (names.length > 0) context.note(`\nThere is more: ${names.join(", ")}; see --list.`);
}
