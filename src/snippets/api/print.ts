import { Code, code } from "../library/snippet.ts";
import { quote } from "../quote.ts";
import { FileInput, type Members, type Value } from "./values.ts";

/** Syntax of values in a language. */
interface ValueSyntax {
	words: { true: string; false: string; null: string };
	writeKey(name: string): string;
	/** After the last entry of a list or object. */
	lastComma: string;
}

/** How a snippet writes a file among the values. */
export type WriteFile = (file: FileInput) => string;

const JSON_STYLE: ValueSyntax = {
	words: { true: "true", false: "false", null: "null" },
	writeKey: quote,
	lastComma: "",
};

const PYTHON_STYLE: ValueSyntax = { ...JSON_STYLE, words: { true: "True", false: "False", null: "None" } };

const JS_STYLE: ValueSyntax = { ...JSON_STYLE, writeKey: writeJsKey, lastComma: "," };

/** Returns a value as JSON, over several lines. */
export function printJson(value: Value, writeFile: WriteFile = writeName): string {
	return print(value, JSON_STYLE, writeFile, "\n");
}

/** Returns a value as JSON on one line. */
export function printJsonLine(value: Value): string {
	return print(value, JSON_STYLE, writeName, "");
}

/** Returns a value as a Python literal, over several lines. */
export const printPython = printer(PYTHON_STYLE, "\n");
/** Returns a value as a Python literal on one line. */
export const printPythonLine = printer(PYTHON_STYLE, "");
/** Returns a value as a JavaScript literal, over several lines. */
export const printJs = printer(JS_STYLE, "\n");

function printer(style: ValueSyntax, lineBreak: string) {
	return (value: Value, writeFile: WriteFile = writeName): Code => code(print(value, style, writeFile, lineBreak));
}

/** Returns a value as a JavaScript literal without a comma after the last entry. */
export function printPlainJs(value: Value): string {
	return print(value, { ...JS_STYLE, lastComma: "" }, writeName, "\n");
}

/** Writes a file that was read into its variable, as base64. */
export function writeVariable({ variable }: FileInput): string {
	return variable;
}

function writeName({ name }: FileInput): string {
	return quote(name);
}

function writeJsKey(name: string): string {
	// In an object literal this name would set the prototype instead.
	if (name === "__proto__") return '["__proto__"]';
	return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** @param lineBreak a line break with the indentation reached so far; empty for everything on one line */
function print(value: Value, style: ValueSyntax, writeFile: WriteFile, lineBreak: string): string {
	if (value instanceof Code) return value.content.replaceAll("\n", lineBreak || " ");
	if (value instanceof FileInput) return writeFile(value);
	if (typeof value === "string") return quote(value);
	if (typeof value === "boolean") return style.words[`${value}`];
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	if (typeof value !== "object" || value === null) return style.words.null;
	const deeper = lineBreak && `${lineBreak}\t`;
	const separator = deeper ? `,${deeper}` : ", ";
	const isList = Array.isArray(value);
	const entries = isList
		? (value as readonly Value[]).map((entry) => print(entry, style, writeFile, deeper))
		: Object.entries(value as Members)
				.filter(([, entry]) => entry !== undefined)
				.map(([name, entry = null]) => `${style.writeKey(name)}: ${print(entry, style, writeFile, deeper)}`);
	const content = entries.join(separator);
	const [open, close] = isList ? "[]" : "{}";
	return deeper && content
		? `${open}${deeper}${content}${style.lastComma}${lineBreak}${close}`
		: `${open}${content}${close}`;
}
