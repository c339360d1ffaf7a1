import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseJson } from "../../../base/json.ts";
import { isTemplateError, Template, undeclaredVariables, untrustedLimits } from "../../../template/index.ts";
import type { Context } from "../../context.ts";
import { inapplicable, optionConflict, TemplateFileError, type UsageError, wrongValue } from "../../errors/usage.ts";
import { readValue } from "../../input/file.ts";
import { interruptible, OutOfTime } from "../../terminal/interrupts.ts";
import { toJson } from "../../terminal/json.ts";
import type { StyledText } from "../../terminal/styled.ts";
import { JqSyntaxError } from "./jq/syntax.ts";
import { JqError, type Json } from "./jq/values.ts";

/**
 * Opens the selection of fields that the flags request: a context whose output goes through `--jq` or `--template`,
 * and `end`, which prints the rest.
 * @throws UsageError if it cannot be read; `end` throws one if the command has printed anything other than JSON
 */
export async function openSelection(context: Context) {
	const { jq, template = "" } = context.flags;
	if (jq !== undefined && context.flags.template !== undefined) throw optionConflict("--jq", "--template");
	const select =
		jq === undefined
			? selectByTemplate(await readTemplate(template, context))
			: await selectByJq(jq, context.stdout.isTTY ? 2 : undefined);
	const decoder = new TextDecoder();
	/** Output that is not yet a document. */
	let text = "";
	/** Returns whether the output so far could be read. */
	const print = async (): Promise<boolean> => {
		const documents = readDocuments(text);
		if (!documents) return false;
		text = "";
		for (const document of documents) {
			for (const line of select(document)) await context.print(`${line}\n`);
		}
		return true;
	};
	const take = async (part: string | StyledText | Uint8Array): Promise<void> => {
		const added = part instanceof Uint8Array ? decoder.decode(part, { stream: true }) : String(part);
		text += added;
		if (added.endsWith("\n")) await print();
	};
	return {
		// Lazy members stay lazy.
		context: Object.create(context, { print: { value: take } }) as Context,
		end: async () => {
			if (await print()) return;
			throw inapplicable(`${jq === undefined ? "--template" : "--jq"} needs JSON, and this command prints none.`);
		},
	};
}

/** A template may begin with @; it is a path only if the file exists. */
async function readTemplate(text: string, context: Context): Promise<string> {
	const isFile = text.startsWith("@") && existsSync(resolve(context.cwd, text.slice(1)));
	return isFile || text.startsWith("\\@") ? await readValue(text, context) : text;
}

/** Reads JSON documents: a single one, or one per line; undefined if the text is not JSON. */
function readDocuments(text: string): unknown[] | undefined {
	if (text.trim() === "") return [];
	const whole = parseJson(text);
	if (whole !== undefined) return [whole];
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const documents = lines.map((line) => parseJson(line));
	return documents.includes(undefined) ? undefined : documents;
}

/** Turns a JSON document into lines of text, without line breaks at their ends. */
type Selection = (document: unknown) => Iterable<string>;

/** Time limit for one document, in milliseconds. */
const TIME_LIMIT = 10_000;
/** Results computed before the first one is printed: there may be endlessly many. */
const BATCH = 1000;

/**
 * Returns the selection of `--jq`: a line for each result, strings without quotes, other values as JSON.
 * @throws UsageError if the expression cannot be read
 */
async function selectByJq(expression: string, indent: number | undefined): Promise<Selection> {
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
			if (batch.failure) throw describeFailure(batch.failure.message);
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
 * @throws TemplateFileError if the template cannot be read, UsageError for an unknown variable
 */
function selectByTemplate(text: string): Selection {
	const template = runTemplate(() => new Template(text, { limits: untrustedLimits }));
	const unknown = runTemplate(() => undeclaredVariables(text)).find((name) => name !== "item");
	if (unknown !== undefined)
		throw wrongValue(
			`--template: '${unknown}' is undefined: each item of the printed JSON is {{ item }}.`,
			`Write {{ item.${unknown} }}, or in hub batch, for the prompt of each row, --prompt "… {{ ${unknown} }}".`,
		);
	return (document) => {
		const items: unknown[] = Array.isArray(document) ? document : [document];
		return items.map((item) => runTemplate(() => template.render({ item })).replace(/\n$/, ""));
	};
}

function attempt<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		if (error instanceof RangeError) throw describeFailure("the expression never ends");
		if (error instanceof OutOfTime) throw describeFailure(`it takes longer than ${TIME_LIMIT / 1000} seconds`);
		if (error instanceof JqError || error instanceof JqSyntaxError) throw describeFailure(error.message);
		throw error;
	}
}

function describeFailure(problem: string): UsageError {
	return wrongValue(`--jq: ${problem}.`, "hub help formats lists what --jq supports.");
}

function runTemplate<Result>(work: () => Result): Result {
	try {
		return interruptible(work, TIME_LIMIT);
	} catch (error) {
		if (error instanceof OutOfTime) throw wrongValue(`--template: ${error.message}.`);
		if (!isTemplateError(error)) throw error;
		throw new TemplateFileError(`--template: ${error.message}`, error.excerpt);
	}
}
