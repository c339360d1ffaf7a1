import { Code } from "../library/snippet.ts";

/** A file the snippet reads from the current folder. */
export class FileInput {
	readonly name: string;
	/** Media type, by the extension. */
	readonly type: string;

	constructor(name: string) {
		this.name = name;
		this.type = MEDIA_TYPES[/[^.]*$/.exec(name.toLowerCase())?.[0] ?? ""] ?? "application/octet-stream";
	}

	/** What the snippet calls its content. */
	get variable(): "audio" | "image" {
		return this.type.startsWith("audio/") ? "audio" : "image";
	}
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
	flac: "audio/flac",
	m4a: "audio/mp4",
	mp3: "audio/mpeg",
	ogg: "audio/ogg",
	wav: "audio/wav",
	webm: "audio/webm",
	gif: "image/gif",
	jpeg: "image/jpeg",
	jpg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
};

/** What a snippet can contain: JSON, files, and pieces of code. */
export type Value = null | boolean | number | string | FileInput | Code | readonly Value[] | Members;

/** Name → value. */
export interface Members {
	readonly [name: string]: Value;
}

/** Whether a value has members of its own. */
export function isMembers(value: Value | undefined): value is Members {
	return (
		typeof value === "object" &&
		value !== null &&
		!Array.isArray(value) &&
		!(value instanceof FileInput) &&
		!(value instanceof Code)
	);
}

/** What a caller passed, reduced to what JSON can carry. */
export function toValue(given: unknown): Value | undefined {
	const text: string | undefined = JSON.stringify(given);
	return text === undefined ? undefined : (JSON.parse(text) as Value);
}

/** The members of what a caller passed; none when it is something else. */
export function toMembers(given: unknown): Members {
	const value = toValue(given);
	return isMembers(value) ? value : {};
}

/** The members that are present. */
export function present(members: Readonly<Record<string, Value | undefined>>): Members {
	return Object.fromEntries(
		Object.entries(members).filter((entry): entry is [string, Value] => entry[1] !== undefined),
	);
}
