import { isRecord, parseJsonOrThrow } from "../../base/json.ts";
import { describeLeftOut, readCallerFields } from "../../inference/caller-input.ts";
import type { BaseArgs } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { inapplicable, invalidFile, wrongValue } from "../errors/usage.ts";
import { readJsonFile, readValue } from "./file.ts";

/** Names that choose the target or the body of a call, and the flag to use instead. */
const NOT_PARAMETERS: Readonly<Record<keyof BaseArgs | "data", string>> = {
	accessToken: "Give a token with HF_TOKEN, --token-stdin or --token.",
	model: "Name the model with -m.",
	provider: "Name the provider with -p.",
	endpointUrl: "Name the endpoint with --endpoint.",
	data: "Give the whole input as JSON with --input FILE.",
};

/** Returns the parameters of `--params file.json` and `--param key=value`, the latter on top. */
export async function readParameters(
	pairs: readonly string[] | undefined,
	file: string | undefined,
	context: Context,
	flag = "--param",
	parse: (text: string) => unknown = parseJsonOrThrow,
): Promise<Record<string, unknown>> {
	const parameters: Record<string, unknown> = {};
	if (file !== undefined) {
		const value = await readJsonFile(file, context);
		if (!isRecord(value)) throw invalidFile(`--params ${file} must contain a JSON object.`);
		for (const name of Object.keys(value)) checkParameter(name, value[name], `--params ${file}`);
		// The file may come from someone else.
		const { fields, leftOut } = readCallerFields(value, []);
		const notice = describeLeftOut(`--params ${file}`, leftOut);
		if (notice !== undefined) context.note(notice);
		Object.assign(parameters, fields);
	}
	for (const pair of pairs ?? []) {
		const equals = pair.indexOf("=");
		if (equals < 1) throw wrongValue(`${flag} "${pair}" has no value.`, `Write ${flag} name=value.`);
		const text = await readValue(pair.slice(equals + 1), context);
		const path = pair.slice(0, equals).split(".");
		const value = parseValue(text, parse);
		if (flag === "--param") checkParameter(path[0] ?? "", value, flag, path.join("."));
		setNested(parameters, path, value, `${flag} "${pair}"`);
	}
	return parameters;
}

/** @throws UsageError for values that would be dropped, replace the body, or be sent as something else */
function checkParameter(name: string, value: unknown, where: string, path = name): void {
	const instead = Object.hasOwn(NOT_PARAMETERS, name) ? NOT_PARAMETERS[name as keyof typeof NOT_PARAMETERS] : undefined;
	// Its value is not repeated: it may be a token.
	if (instead !== undefined) throw inapplicable(`${where}: ${name} is not a parameter.`, instead);
	if (typeof value === "number" && !Number.isFinite(value)) {
		throw wrongValue(`${where}: ${path} is too large for a JSON number.`);
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		// It was rounded when it was read.
		throw wrongValue(`${where}: ${path} is too large to be exact.`, `Give at most ${Number.MAX_SAFE_INTEGER}.`);
	}
}

/** The value as JSON if it parses, else the text itself. */
function parseValue(text: string, parse: (text: string) => unknown = parseJsonOrThrow): unknown {
	try {
		return parse(text);
	} catch {
		return text;
	}
}

function setNested(target: Record<string, unknown>, path: readonly string[], value: unknown, pair: string): void {
	if (path.some((name) => name === "" || name === "__proto__")) {
		throw wrongValue(`${pair} has no usable name.`, "Write name=value, or outer.inner=value.");
	}
	let current = target;
	for (const name of path.slice(0, -1)) {
		const next = Object.hasOwn(current, name) ? current[name] : undefined;
		const object = isRecord(next) ? next : {};
		current[name] = object;
		current = object;
	}
	current[path.at(-1) ?? ""] = value;
}
