import { isRecord } from "../../../../base/json.ts";
import { isTemplateError, parseJson, Template, undeclaredVariables } from "../../../../template/index.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readValue } from "../../../input/file.ts";
import { FileRow } from "./columns.ts";
import { listColumns, toColumns } from "./row-columns.ts";

/** At most a second per row, so that Ctrl-C takes effect within a second. */
const LIMITS = {
	max_steps: 1_000_000,
	max_time: 1_000,
	max_output: 5_000_000,
	max_string: 5_000_000,
	max_memory: 100_000_000,
};

/** A template over the columns of a row, plus its `id` in the output, unless a column has that name. */
export interface RowTemplate {
	/** @param json the row's own text if the input is JSON */
	render(row: unknown, json: string | undefined, id: string): string;
	/** The columns that it uses. */
	names: ReadonlySet<string>;
}

/**
 * Reads `--prompt`, `--system` or `--image`: a Jinja template, or `@file` with one. A missing column is an error.
 * @throws UsageError if the template cannot be read
 */
export async function readTemplate(flag: string, given: string, context: Context): Promise<RowTemplate> {
	const source = await readValue(given, context);
	const template = parse(flag, source);
	const names = new Set(undeclaredVariables(source));
	return {
		names,
		render: (row, json, id) => {
			const exact = json !== undefined ? parseJson(json) : row instanceof FileRow ? toColumns(row) : row;
			let columns = isRecord(exact) || exact instanceof Map ? exact : { text: exact, row: exact };
			if (names.has("id")) {
				if (!(columns instanceof Map)) columns = { id, ...columns };
				else if (!columns.has("id")) columns.set("id", id);
			}
			try {
				return template.render(columns);
			} catch (error) {
				if (!isTemplateError(error)) throw error;
				const known = Object.keys(isRecord(row) ? toColumns(row) : columns);
				throw new UsageError(`${flag}: ${error.message.replace(/\.?$/, ".")} ${listColumns(known)}`);
			}
		},
	};
}

function parse(flag: string, source: string): Template {
	try {
		return new Template(source, { undefined: "strict", limits: LIMITS });
	} catch (error) {
		if (!isTemplateError(error)) throw error;
		throw new UsageError(`${flag} is not a valid template: ${error.message}`);
	}
}
