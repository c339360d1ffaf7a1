import data from "./data/media-types.json" with { type: "json" };

/** The beginning of a kind of file: bytes, as Latin-1 text, at a position; and the form in a container at the ninth byte. */
interface Signature {
	type: string;
	at: number;
	bytes: string;
	formType?: string;
}

/** The first match wins. */
const SIGNATURES: readonly Signature[] = data.signatures;
/** Extension → type; files get the first extension of their type. */
const EXTENSIONS: Readonly<Record<string, string>> = data.extensions;
const ALIASES: Readonly<Record<string, string>> = data.aliases;

/** Type of a file: by its first bytes, else by its name; empty if unknown. */
export function findMediaType(bytes: Uint8Array, name = ""): string {
	const head = String.fromCharCode(...bytes.subarray(0, 16));
	const signature = SIGNATURES.find(
		({ at, bytes: start, formType = "" }) => head.startsWith(start, at) && head.startsWith(formType, 8),
	);
	const named = EXTENSIONS[/\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""];
	// A WebM file with audio only looks like a video; the name is more reliable.
	if (signature?.type === "video/webm" && /\.weba$/i.test(name)) return "audio/webm";
	return signature?.type ?? named ?? "";
}

/** Extension for files of a type, without the dot; `bin` for types unknown here. */
export function findExtension(type: string): string {
	const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
	const known = Object.entries(EXTENSIONS).find(([, candidate]) => candidate === essence)?.[0];
	return known ?? ALIASES[essence] ?? "bin";
}
