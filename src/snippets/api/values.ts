import { Code } from "../library/snippet.ts";

/**
 * A file that the snippet reads from the current folder. An empty Blob, which providers put into payloads and forms
 * unchanged.
 */
export class FileInput extends Blob {
	readonly name: string;

	/** @param name its extension determines the media type */
	constructor(name: string) {
		const extension = /[^.]*$/.exec(name.toLowerCase())?.[0] ?? "";
		super([], { type: MEDIA_TYPES[extension] ?? "application/octet-stream" });
		this.name = name;
	}

	/** The variable that holds its content. */
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

/** The values in a snippet: JSON, files and code. */
export type Value = null | boolean | number | string | FileInput | Code | readonly Value[] | Members;

/** Name → value. As in JSON, undefined members count as missing. */
export interface Members {
	readonly [name: string]: Value | undefined;
}

export function isMembers(value: Value | undefined): value is Members {
	return (
		typeof value === "object" &&
		value !== null &&
		!Array.isArray(value) &&
		!(value instanceof FileInput) &&
		!(value instanceof Code)
	);
}

/** Copies the parts of a caller's value that JSON can represent. */
export function toValue(given: unknown): Value | undefined {
	const text: string | undefined = JSON.stringify(given);
	return text === undefined ? undefined : (JSON.parse(text) as Value);
}

/** Copies the members of a caller's object; none for anything else. */
export function toMembers(given: unknown): Members {
	const value = toValue(given);
	return isMembers(value) ? value : {};
}
