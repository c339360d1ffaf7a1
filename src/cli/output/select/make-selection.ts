import { isTemplateError, Template, untrustedLimits } from "../../../template/index.ts";
import { TemplateFileError, UsageError } from "../../errors/usage.ts";
import { interruptible, OutOfTime } from "../../terminal/interruptible.ts";
import { toJson } from "../../terminal/json.ts";

/** Turns a JSON document into lines of text, without line breaks at their ends. */
export type Selection = (document: unknown) => readonly string[];

/** Longest work on one document, in milliseconds. */
const TIME_LIMIT = 10_000;

/**
 * Returns the selection of `--jq`: a line for each result, strings as they are, other values as JSON.
 * @throws UsageError where the expression cannot be read
 */
export async function selectByJq(expression: string, indent: number | undefined): Promise<Selection> {
	const { compile } = await import("@michaelhomer/jqjs");
	const filter = attempt(() => compile(expression));
	return (document) =>
		attempt(() => interruptible(() => [...filter(document)], TIME_LIMIT)).map((value) =>
			typeof value === "string" ? value : (toJson(value, indent) ?? "null"),
		);
}

/**
 * Returns the selection of `--template`: the text of the template once for each item of a list, and once for any other
 * document.
 * @throws TemplateFileError where the template cannot be read
 */
export function selectByTemplate(text: string): Selection {
	const template = located(() => new Template(text, { limits: untrustedLimits }));
	return (document) => {
		const items: unknown[] = Array.isArray(document) ? document : [document];
		return items.map((item) => located(() => template.render({ item })).replace(/\n$/, ""));
	};
}

/** The library throws its messages as strings. */
function attempt<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		if (error instanceof RangeError) throw refuse("the expression does not end");
		if (error instanceof OutOfTime || error instanceof TypeError || error instanceof SyntaxError) {
			throw refuse(error.message);
		}
		throw typeof error === "string" ? refuse(error) : error;
	}
}

function refuse(problem: string): UsageError {
	return new UsageError(`--jq: ${problem}.`, "hub help formats lists what --jq supports.", "option-value");
}

function located<Result>(work: () => Result): Result {
	try {
		return interruptible(work, TIME_LIMIT);
	} catch (error) {
		if (error instanceof OutOfTime) throw new UsageError(`--template: ${error.message}.`, undefined, "option-value");
		if (!isTemplateError(error)) throw error;
		throw new TemplateFileError(`--template: ${error.message}`, error.excerpt);
	}
}
