import { isRecord, readMember } from "../base/json.ts";

const MAX_LINES = 20;
const MAX_LENGTH = 300;
/** Members in which services list the problems of a request. */
const LISTS = ["errors", "details", "error", "detail", "message"];
/** Members of such entries with the location and the problem. */
const PLACES = ["loc", "path", "field", "param", "property", "pointer"];
const TEXTS = ["msg", "message", "detail", "reason", "description", "title", "error"];

/**
 * Finds the message in the body of an error: its sentence, then a line for each invalid field.
 * @returns undefined if it has none
 */
export function findDetail(body: unknown): string | undefined {
	const error = readMember(body, "error");
	const sentences = [error, readMember(error, "message"), readMember(body, "detail"), readMember(body, "message")];
	const sentence = sentences.find(isText);
	const lists = [body, error].flatMap((holder) =>
		// An object under these names lists fields only if there is no sentence.
		LISTS.map((name) => readMember(holder, name)).filter(
			(list, index) => !sentence || index < 2 || Array.isArray(list),
		),
	);
	const lines = lists.flatMap(readLines);
	const holders = [body, ...LISTS.map((name) => readMember(body, name))];
	const lead = sentence ?? holders.flatMap((holder) => TEXTS.map((name) => readMember(holder, name))).find(isText);
	const all = [...new Set([...(lead === undefined ? [] : [lead]), ...lines])];
	if (all.length === 0) return undefined;
	const rest = all.length > MAX_LINES ? [`… and ${all.length - MAX_LINES} more`] : [];
	return [...all.slice(0, MAX_LINES), ...rest].join("\n");
}

function isText(value: unknown): value is string {
	return typeof value === "string";
}

/** `[{loc, msg}]`, `["text"]`, `{field: "text"}` and `{field: ["text"]}` as lines. */
function readLines(list: unknown): string[] {
	if (Array.isArray(list)) return list.flatMap((item: unknown) => describeItem(item));
	if (!isRecord(list)) return [];
	// An error with its own message is not a list of fields.
	if (TEXTS.some((name) => isText(list[name]))) return [];
	return Object.entries(list).flatMap(([field, value]) => {
		const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isText);
		return texts.map((text) => shorten(`${field}: ${text}`));
	});
}

function describeItem(item: unknown): string[] {
	if (isText(item)) return [shorten(item)];
	const text = TEXTS.map((name) => readMember(item, name)).find(isText);
	if (text === undefined) return [];
	const place = PLACES.map((name) => readMember(item, name)).find((value) => isText(value) || Array.isArray(value));
	const path = Array.isArray(place) ? place.join(".") : place;
	return [shorten(path === undefined || path === "" ? text : `${String(path)}: ${text}`)];
}

function shorten(text: string): string {
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
