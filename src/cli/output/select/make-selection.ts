import { isTemplateError, Template, untrustedLimits } from "../../../template/index.ts";
import { TemplateFileError, UsageError } from "../../errors/usage.ts";
import { interruptible, OutOfTime } from "../../terminal/interruptible.ts";
import { toJson } from "../../terminal/json.ts";
import { JqSyntaxError } from "./jq/tokens.ts";
import { JqError, type Json } from "./jq/values.ts";

/** Turns a JSON document into lines of text, without line breaks at their ends. */
export type Selection = (document: unknown) => Iterable<string>;

/** Longest work on one document, in milliseconds. */
const TIME_LIMIT = 10_000;
/** Results computed before the first one is printed: there may be endlessly many. */
const BATCH = 1000;

/**
 * Returns the selection of `--jq`: a line for each result, strings as they are, other values as JSON.
 * @throws UsageError if the expression cannot be read
 */
export async function selectByJq(expression: string, indent: number | undefined): Promise<Selection> {
	const { compileJq } = await import("./jq/compile.ts");
	const filter = attempt(() => compileJq(expression));
	return function* (document) {
		const results = filter(document as Json)[Symbol.iterator]();
		let left = TIME_LIMIT;
		for (;;) {
			const start = performance.now();
			const batch = attempt(() => interruptible(() => takeBatch(results), left));
			left = Math.max(1, Math.floor(left - (performance.now() - start)));
			for (const value of batch.values) yield typeof value === "string" ? value : (toJson(value, indent) ?? "null");
			if (batch.failure) throw refuse(batch.failure.message);
			if (batch.values.length < BATCH) return;
		}
	};
}

/** Returns the next results. Results before a failure count, as in jq. */
function takeBatch(results: Iterator<Json>): { values: Json[]; failure?: JqError } {
	const values: Json[] = [];
	try {
		while (values.length < BATCH) {
			const next = results.next();
			if (next.done) break;
			values.push(next.value);
		}
		return { values };
	} catch (error) {
		if (error instanceof JqError) return { values, failure: error };
		throw error;
	}
}

/**
 * Returns the selection of `--template`: the text of the template once for each item of a list, and once for any other
 * document.
 * @throws TemplateFileError if the template cannot be read
 */
export function selectByTemplate(text: string): Selection {
	const template = runTemplate(() => new Template(text, { limits: untrustedLimits }));
	return (document) => {
		const items: unknown[] = Array.isArray(document) ? document : [document];
		return items.map((item) => runTemplate(() => template.render({ item })).replace(/\n$/, ""));
	};
}

function attempt<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		if (error instanceof RangeError) throw refuse("the expression does not end");
		if (error instanceof OutOfTime) throw refuse(`it takes longer than ${TIME_LIMIT / 1000} seconds`);
		if (error instanceof JqError || error instanceof JqSyntaxError) throw refuse(error.message);
		throw error;
	}
}

function refuse(problem: string): UsageError {
	return new UsageError(`--jq: ${problem}.`, "hub help formats lists what --jq supports.", "option-value");
}

function runTemplate<Result>(work: () => Result): Result {
	try {
		return interruptible(work, TIME_LIMIT);
	} catch (error) {
		if (error instanceof OutOfTime) throw new UsageError(`--template: ${error.message}.`, undefined, "option-value");
		if (!isTemplateError(error)) throw error;
		throw new TemplateFileError(`--template: ${error.message}`, error.excerpt);
	}
}
