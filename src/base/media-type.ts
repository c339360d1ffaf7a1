import data from "./data/media-types.json" with { type: "json" };

/**
 * Type → pattern of its first bytes, as Latin-1 text. The first match wins. Non-ASCII bytes are escaped: a bundler may write
 * them unescaped, and a page without a charset would misread them.
 */
const FILE_SIGNATURES: Readonly<Record<string, string>> = data.signatures;
/** Extension → type; files get the first extension of their type. */
const EXTENSIONS: Readonly<Record<string, string>> = data.extensions;
const ALIASES: Readonly<Record<string, string>> = data.aliases;

/** Type of a file: by its first bytes, else by its name; empty if unknown. */
export function findMediaType(bytes: Uint8Array, name = ""): string {
	const head = String.fromCharCode(...bytes.subarray(0, 16));
	const found = Object.entries(FILE_SIGNATURES).find(([, start]) => new RegExp(`^(?:${start})`, "s").test(head))?.[0];
	const named = EXTENSIONS[/\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""];
	// A WebM file with audio only looks like a video; the name is more reliable.
	if (found === "video/webm" && /\.weba$/i.test(name)) return "audio/webm";
	return found ?? named ?? "";
}

/** Extension for files of a type, without the dot; `bin` for types unknown here. */
export function findExtension(type: string): string {
	const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
	const known = Object.entries(EXTENSIONS).find(([, candidate]) => candidate === essence)?.[0];
	return known ?? ALIASES[essence] ?? "bin";
}
