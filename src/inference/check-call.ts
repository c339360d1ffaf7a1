import { isRecord } from "../base/json.ts";
import { InferenceClientInputError } from "../errors.ts";
import type { BaseArgs, CallOptions, Provider } from "./types.ts";

/** The type of a member, if it is present. */
type Kind = "string" | "boolean" | "string or boolean" | "number" | "function" | "object" | "signal" | "provider";

const ARGUMENTS: Readonly<Record<keyof BaseArgs | "parameters", Kind>> = {
	accessToken: "string",
	model: "string",
	endpointUrl: "string",
	provider: "provider",
	parameters: "object",
};

const OPTIONS: Readonly<Record<keyof CallOptions, Kind>> = {
	retry_on_error: "boolean",
	maxRetries: "number",
	timeout: "number",
	firstTokenTimeout: "number",
	onResponse: "function",
	limits: "object",
	storeFile: "function",
	headers: "object",
	fetch: "function",
	wait: "function",
	signal: "signal",
	includeCredentials: "string or boolean",
	wire: "string",
	billTo: "string",
	hubUrl: "string",
	routerUrl: "string",
	cache: "object",
	onNotice: "function",
	deadline: "number",
	task: "string",
	outputType: "string",
	chatCompletion: "boolean",
};

const WORDS: Readonly<Partial<Record<Kind, string>>> = {
	signal: "an AbortSignal: controller.signal",
	provider: "the id of a provider, or a provider of your own",
};

/**
 * Checks the types of the members that decide about a call: plain JavaScript has no compiler to do it.
 * @param name of the function that was called
 * @throws InputError that names the function and the member
 */
export function checkCall(name: string, args: unknown, options: unknown): void {
	checkMembers(name, "the arguments", args, ARGUMENTS);
	if (options !== undefined) checkMembers(name, "the options", options, OPTIONS);
}

function checkMembers(name: string, what: string, holder: unknown, kinds: Readonly<Record<string, Kind>>): void {
	if (!isOf("object", holder)) throw wrongMember(name, what, "object", holder);
	// Its own names, which are fewer than those that it may have: every call is checked.
	for (const member in holder as object) {
		const kind = Object.hasOwn(kinds, member) && kinds[member];
		const value = (holder as Readonly<Record<string, unknown>>)[member];
		if (kind && value !== undefined && value !== null && !isOf(kind, value))
			throw wrongMember(name, member, kind, value);
	}
}

function wrongMember(name: string, member: string, kind: Kind, value: unknown): InferenceClientInputError {
	const type = Array.isArray(value) ? "list" : typeof value;
	const found = isOf("object", value) ? "an object" : value === null || value === undefined ? value : `a ${type}`;
	const words = WORDS[kind] ?? `${kind === "object" ? "an" : "a"} ${kind}, not ${found}`;
	return new InferenceClientInputError(`${name}: ${member} must be ${words}`);
}

function isOf(kind: Kind, value: unknown): boolean {
	if (kind === "provider") return isProvider(value);
	if (typeof value !== "object") return kind.includes(typeof value) && !Number.isNaN(value);
	if (value === null || Array.isArray(value)) return false;
	return kind === "signal" ? "aborted" in value : kind === "object";
}

/** Whether a value may name a provider: an id, or a provider of the caller's own. */
export function isProvider(value: unknown): value is string | Provider {
	return typeof value === "string" || (isRecord(value) && isRecord(value["tasks"]));
}
