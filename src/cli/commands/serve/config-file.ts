import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { isCount } from "../../../base/check-fields.ts";
import { isRecord, textOf } from "../../../base/json.ts";
import { closestWord } from "../../../catalogue/closest-word.ts";
import type { Alias, Budget, Endpoint, NamedKey, TokenPrices } from "../../../gateway/index.ts";
import { isTokenText, keyVariable } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { invalidConfig, optionConflict } from "../../errors/usage.ts";
import { readBounded, TooLarge } from "../../files/read-bounded.ts";
import { decodeText } from "../../input/file.ts";
import { parseYaml } from "../../input/yaml.ts";
import type { AnyOption } from "../../options/option-values.ts";
import { findEndpointKey } from "./endpoints.ts";
import type { ConfigFile, ServeCommandOptions } from "./options.ts";
import { KEY_NAME } from "./stored-keys.ts";

const MAX_BYTES = 1_000_000;

/** Flags without a field: they concern only one start, or the field `aliases` replaces them. */
const WITHOUT_FIELD: ReadonlySet<string> = new Set(
	"alias endpoint config color debug input jq json maxInput pager quiet template version".split(" "),
);

/**
 * Reads the file of `--config`: its fields are the long names of the command's options. Options of the command line override it.
 * @param others further options whose fields the file may have
 * @throws UsageError for an invalid field or value
 */
export async function readConfigFile(
	given: ServeCommandOptions,
	path: string,
	command: CommandUnknownOpts,
	context: Context,
	others: readonly AnyOption[] = [],
): Promise<ServeCommandOptions> {
	const place = resolve(context.cwd, path);
	const bytes = await readBounded(place, MAX_BYTES, context.signal).catch((error: unknown) => {
		if (error instanceof TooLarge) fail(path, "it is larger than 1 MB");
		throw error;
	});
	const fields = parseYaml(decodeText(bytes, path), ({ reason, place = "" }) => fail(path, reason + place));
	if (!isRecord(fields)) return fail(path, "it has no fields");
	const known = [...command.options, ...others];
	const options = known.filter((option) => !WITHOUT_FIELD.has(option.attributeName()));
	const names = new Set(options.map((option) => option.attributeName()));
	checkNames(fields, ["aliases", "endpoints", "keys", ...names], path);
	const { aliases = {}, endpoints = {}, keys = [], ...flags } = fields;
	const file: ConfigFile = {
		aliases: readAliases(aliases, path),
		endpoints: readEndpoints(endpoints, path, context),
		keys: readKeys(keys, path, context),
	};
	const merged: Record<string, unknown> = { ...given };
	for (const [name, value] of Object.entries(flags)) {
		const own = options.filter((option) => option.attributeName() === name);
		const read = readFlag(own, value, (problem) => fail(path, `${name} ${problem}`));
		const isGiven = command.getOptionValueSource(name) === "cli";
		if (name === "key" && typeof read === "string") {
			if (!isGiven && !given.keyStdin) file.key = read;
			context.secrets.add(read, "[the key of hub serve]");
		} else if (!isGiven) merged[name] = read;
	}
	checkMode(place, fields, path);
	if (merged["key"] === false && file.keys.length > 0) throw optionConflict("--no-key", `keys in ${path}`);
	return { ...merged, file };
}

/** @throws UsageError for a file with secrets that other users of this machine can read */
function checkMode(
	place: string,
	{ key, keys, token, header, endpoints }: Record<string, unknown>,
	path: string,
): void {
	const named = Array.isArray(keys) && keys.some((entry) => isRecord(entry) && entry["key"] !== undefined);
	const own = Object.values(isRecord(endpoints) ? endpoints : {});
	const hasHeaders = own.some((endpoint) => isRecord(endpoint) && endpoint["headers"] !== undefined);
	if (!named && !hasHeaders && typeof key !== "string" && token === undefined && header === undefined) return;
	const stat = statSync(place);
	if (process.platform === "win32" || !stat.isFile() || (stat.mode & 0o077) === 0) return;
	throw invalidConfig(
		`${path} contains secrets, and other users of this machine may read or change it.`,
		`Run chmod 600 ${path}, or name variables with keyVariable.`,
	);
}

/** Reads the value of a flag; a list for a flag that takes one text is joined with commas. */
function readFlag(options: readonly AnyOption[], value: unknown, onProblem: (problem: string) => never): unknown {
	if (typeof value === "boolean") {
		const option = options.find(({ negate }) => negate !== value);
		if (!option || (value && option.required)) return onProblem("needs a value");
		return value;
	}
	const option = options.find((candidate) => candidate.required || candidate.optional);
	if (!option) return onProblem("is true or false");
	const items: readonly unknown[] = isRecord(value) ? Object.values(value) : [value].flat();
	if (!items.every((item) => typeof item === "string" || typeof item === "number"))
		return onProblem("has no such value");
	const lines = isRecord(value)
		? Object.keys(value).map((name, index) => `${name}: ${items[index]}`)
		: items.map(String);
	const texts = option.parseArg || option.argChoices ? lines : [lines.join(",")];
	if (texts.length === 0) return onProblem("is empty");
	try {
		let read: unknown;
		for (const text of texts) {
			if (read !== undefined && typeof read !== "object") return onProblem("takes one value");
			read = option.parseArg ? option.parseArg(text, read) : text;
		}
		return read;
	} catch (error) {
		if (error instanceof InvalidArgumentError) return onProblem(`is not valid: ${error.message.replace(/\.$/, "")}`);
		throw error;
	}
}

/** Limits of an alias → factor from the file's unit to the library's. */
const LIMITS: Readonly<Record<string, number>> = { timeout: 1000, firstTokenTimeout: 1000, retries: 1 };
/** Seconds, or attempts. */
const MAX_LIMIT = 100_000;

function readAliases(value: unknown, path: string): Record<string, Alias> {
	if (!isRecord(value)) return fail(path, "aliases must be names with targets");
	const read = ([name, alias]: [string, unknown]): [string, Alias] => {
		const where = `aliases.${name}`;
		const { targets, ...limits } = isRecord(alias) ? alias : { targets: alias };
		checkNames(limits, Object.keys(LIMITS), path, where);
		const numbers = Object.entries(limits).map(([limit, number]) => {
			const isNumber = typeof number === "number" && number >= 0 && number <= MAX_LIMIT;
			const isFit = isNumber && (limit !== "retries" || Number.isInteger(number));
			return isFit ? [limit, number * (LIMITS[limit] ?? 1)] : fail(path, `${where}: ${limit} is not a number`);
		});
		const texts = readTexts(targets, `${where}: targets`, path).flatMap((text) => text.split(","));
		return [name, { targets: texts, ...Object.fromEntries(numbers) }];
	};
	return Object.fromEntries(Object.entries(value).map(read));
}

function readEndpoints(value: unknown, path: string, context: Context): Record<string, Endpoint> {
	if (!isRecord(value)) return fail(path, "endpoints must be names with URLs");
	const read = ([name, given]: [string, unknown]): [string, Endpoint] => {
		const where = `endpoints.${name}`;
		const fields = typeof given === "string" ? { url: given } : given;
		if (!isRecord(fields)) return fail(path, `${where} must be a URL, or fields`);
		checkNames(fields, ["url", "keyVariable", "headers", "models", "price"], path, where);
		const { url, keyVariable: variable = keyVariable(name), headers, models, price } = fields;
		if (typeof url !== "string") return fail(path, `${where} needs a url`);
		if (typeof variable !== "string" || !/^[A-Z_][A-Z0-9_]*$/i.test(variable))
			return fail(path, `${where}: keyVariable must be the name of a variable`);
		const key = findEndpointKey(name, variable, context);
		if (key === undefined && fields["keyVariable"] !== undefined)
			return fail(path, `${where}: the variable ${variable} is not set`);
		const endpoint: Endpoint = {
			url,
			key,
			headers: headers === undefined ? undefined : readHeaders(headers, where, path, context),
			models: models === undefined ? undefined : readTexts(models, `${where}: models`, path),
			price: price === undefined ? undefined : readPrice(price, where, path),
		};
		return [name, endpoint];
	};
	return Object.fromEntries(Object.entries(value).map(read));
}

function readHeaders(value: unknown, where: string, path: string, context: Context): Record<string, string> {
	if (!isRecord(value)) return fail(path, `${where}: headers must be names with texts`);
	for (const [name, text] of Object.entries(value)) {
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof text !== "string" || !/^[\x20-\x7e]*$/.test(text))
			return fail(path, `${where}: the header ${name} cannot be sent`);
		context.secrets.add(text, `[a header of ${where}]`);
	}
	return value as Record<string, string>;
}

function readPrice(value: unknown, where: string, path: string): TokenPrices {
	if (!isRecord(value)) return fail(path, `${where}: price must be {input: NUMBER, output: NUMBER}`);
	checkNames(value, ["input", "output", "cached"], path, `${where}: price`);
	const { input, output, cached } = value;
	const isPrice = (number: unknown): number is number =>
		typeof number === "number" && number >= 0 && number < Number.POSITIVE_INFINITY;
	if (!isPrice(input) || !isPrice(output) || (cached !== undefined && !isPrice(cached)))
		return fail(path, `${where}: price must be {input: NUMBER, output: NUMBER}, in US dollars per million tokens`);
	return { input, output, ...(isPrice(cached) ? { cached } : {}) };
}

function readKeys(value: unknown, path: string, context: Context): NamedKey[] {
	if (!Array.isArray(value)) return fail(path, "keys must be a list");
	const keys = value.map((entry: unknown, index) => readKey(entry, `key ${index + 1}`, path, context));
	if (new Set(keys.map(({ name }) => name)).size < keys.length) return fail(path, "two keys have the same name");
	if (new Set(keys.map(({ key }) => key)).size < keys.length) return fail(path, "two names have the same key");
	return keys;
}

function readKey(entry: unknown, where: string, path: string, context: Context): NamedKey {
	if (!isRecord(entry)) return fail(path, `${where} has no fields`);
	checkNames(entry, ["name", "key", "keyVariable", "models", "budget", "callsPerMinute"], path, where);
	const { name, key, keyVariable, models, budget, callsPerMinute } = entry;
	if (typeof name !== "string" || !KEY_NAME.test(name)) {
		return fail(path, `${where} needs a name of letters, digits, dots, hyphens and underscores`);
	}
	if ((key === undefined) === (keyVariable === undefined)) return fail(path, `${name} needs either key or keyVariable`);
	const text = keyVariable === undefined ? key : context.env[textOf(keyVariable)];
	// A text that does not look like a variable name may be the key itself.
	const variable = /^[A-Z_][A-Z0-9_]*$/.exec(textOf(keyVariable))?.[0] ?? "of its keyVariable";
	if (text === undefined || text === "") return fail(path, `${name}: the variable ${variable} is not set`);
	if (typeof text !== "string" || !isTokenText(text)) {
		return fail(path, `${name}: its key must be printable characters without spaces, in quotes if they are digits`);
	}
	context.secrets.add(text, `[the key of ${name}]`);
	if (callsPerMinute !== undefined && !(isCount(callsPerMinute) && callsPerMinute !== 0)) {
		return fail(path, `${name}: callsPerMinute must be a whole number from 1`);
	}
	return {
		name,
		key: text,
		...(callsPerMinute === undefined ? {} : { callsPerMinute: Number(callsPerMinute) }),
		...(models === undefined ? {} : { models: readTexts(models, `${name}: models`, path) }),
		...(budget === undefined ? {} : { budget: readBudget(budget, name, path) }),
	};
}

function readBudget(value: unknown, name: string, path: string): Budget {
	if (!isRecord(value)) return fail(path, `${name}: budget has no fields`);
	checkNames(value, ["usd", "per"], path, `${name}: budget`);
	const { usd, per } = value;
	if (typeof usd === "number" && usd >= 0 && usd < Number.POSITIVE_INFINITY && (per === "day" || per === "month"))
		return { usd, per };
	return fail(path, `${name}: budget must be {usd: NUMBER, per: day} or {usd: NUMBER, per: month}`);
}

function readTexts(value: unknown, where: string, path: string): string[] {
	const texts: unknown[] = [value].flat();
	if (texts.length > 0 && texts.every((text) => typeof text === "string")) return texts;
	return fail(path, `${where} must be text, or a list of texts`);
}

function checkNames(value: object, names: readonly string[], path: string, where = ""): void {
	for (const name of Object.keys(value)) {
		if (names.includes(name)) continue;
		const flag = name.replace(/^-+/, "").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
		const guess = names.includes(flag) ? flag : closestWord(name, names);
		const hint = guess ? `Did you mean ${guess}?` : `Fields: ${names.join(", ")}.`;
		fail(path, `${where && `${where}: `}unknown field "${name}"`, hint);
	}
}

function fail(path: string, problem: string, hint?: string): never {
	throw invalidConfig(`${path} cannot be used: ${problem}.`, hint);
}
