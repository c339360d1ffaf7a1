import { describeChatTemplate } from "../../../template/index.ts";
import type { Context } from "../../context.ts";
import { runTemplate } from "../../input/run-template.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { loadTemplate } from "./render.ts";

/** Prints what a chat template supports. */
export async function inspectTemplate(source: string, options: GlobalOptions, context: Context): Promise<void> {
	const { text, name } = await loadTemplate(source, false, options, context);
	const description = runTemplate(name, () => describeChatTemplate(text));
	if (context.flags.json) return await context.print(`${JSON.stringify(description)}\n`);
	const rows = Object.entries(description).map(([feature, value]) => {
		const shown = Array.isArray(value) ? value.join(", ") || "none" : value ? "yes" : "no";
		return `${feature.padEnd(10)} ${shown}\n`;
	});
	await context.print(rows.join(""));
}
