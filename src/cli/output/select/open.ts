import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError } from "../../errors/usage.ts";
import { readValue } from "../../input/file.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { DocumentReader } from "./documents.ts";
import { type Selection, selectByJq, selectByTemplate } from "./make-selection.ts";

/** A context whose output goes through `--jq` or `--template`. */
export interface SelectingContext {
	context: Context;
	/**
	 * Prints the rest.
	 * @throws UsageError if the command has printed anything other than JSON
	 */
	end(): Promise<void>;
}

/**
 * Opens the selection of fields that the flags request.
 * @throws UsageError if it cannot be read
 */
export async function openSelection(context: Context): Promise<SelectingContext> {
	const select = await makeSelection(context);
	const reader = new DocumentReader();
	const decoder = new TextDecoder();
	const print = async (documents: readonly unknown[]): Promise<void> => {
		for (const document of documents) {
			for (const line of select(document)) await context.print(`${context.stdout.isTTY ? sanitize(line) : line}\n`);
		}
	};
	const take = (part: string | Uint8Array): Promise<void> =>
		print(reader.add(typeof part === "string" ? part : decoder.decode(part, { stream: true })));
	return {
		// Lazy members stay lazy.
		context: Object.create(context, { print: { value: take } }) as Context,
		end: async () => {
			const rest = reader.end();
			if (rest === undefined) {
				const flag = context.flags.jq === undefined ? "--template" : "--jq";
				throw new UsageError(`${flag} needs JSON, and this command prints none.`, undefined, "option-inapplicable");
			}
			await print(rest);
		},
	};
}

async function makeSelection(context: Context): Promise<Selection> {
	const { jq, template = "" } = context.flags;
	if (jq !== undefined && context.flags.template !== undefined) {
		throw optionConflict("--jq", "--template");
	}
	if (jq !== undefined) return await selectByJq(jq, context.stdout.isTTY ? 2 : undefined);
	// A template may begin with @; it is a path only if the file exists.
	const isFile = template.startsWith("@") && existsSync(resolve(context.cwd, template.slice(1)));
	return selectByTemplate(isFile || template.startsWith("\\@") ? await readValue(template, context) : template);
}
