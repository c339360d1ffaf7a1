import { isRecord } from "../../../../json.ts";
import { isTemplateError, Template } from "../../../../template/index.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readValue } from "../../../input/file.ts";

const LIMITS = { max_steps: 1_000_000, max_time: 10_000, max_output: 20_000_000, max_string: 20_000_000 };

/** Renders a text from the columns of a row. */
export type RowTemplate = (row: unknown) => string;

/**
 * Reads `--prompt` or `--system`: a Jinja template, or `@file` with one. A column that is not there is an error.
 * @throws UsageError where the template cannot be read
 */
export async function readTemplate(flag: string, given: string, context: Context): Promise<RowTemplate> {
	const source = await readValue(given, context);
	const template = parse(flag, source);
	return (row) => {
		const columns = isRecord(row) ? row : { text: row, row };
		try {
			return template.render(columns);
		} catch (error) {
			if (!isTemplateError(error)) throw error;
			throw new UsageError(
				`${flag}: ${error.message.replace(/\.?$/, ".")} Columns: ${Object.keys(columns).join(", ")}.`,
			);
		}
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
