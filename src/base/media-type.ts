/** Beginnings of files: type, position, bytes (as Latin-1 text). The first match wins. */
const SIGNATURES: readonly (readonly [type: string, at: number, bytes: string, at2?: number, bytes2?: string])[] = [
	["image/png", 0, "\x89PNG\r\n\x1a\n"],
	["image/jpeg", 0, "\xff\xd8\xff"],
	["image/gif", 0, "GIF8"],
	["image/webp", 0, "RIFF", 8, "WEBP"],
	["image/bmp", 0, "BM"],
	["image/tiff", 0, "II*\0"],
	["image/tiff", 0, "MM\0*"],
	["image/avif", 4, "ftypavif"],
	["image/avif", 4, "ftypavis"],
	["image/heic", 4, "ftypheic"],
	["image/heic", 4, "ftypheix"],
	["image/heic", 4, "ftypmif1"],
	["image/heic", 4, "ftypmsf1"],
	["image/jxl", 0, "\xff\x0a"],
	["image/jxl", 4, "JXL \r\n"],
	["audio/wav", 0, "RIFF", 8, "WAVE"],
	["audio/flac", 0, "fLaC"],
	["audio/ogg", 0, "OggS"],
	["audio/mpeg", 0, "ID3"],
	["audio/mpeg", 0, "\xff\xfb"],
	["audio/mpeg", 0, "\xff\xf3"],
	["audio/mpeg", 0, "\xff\xf2"],
	["audio/mpeg", 0, "\xff\xfa"],
	["audio/mpeg", 0, "\xff\xe3"],
	["audio/aiff", 0, "FORM", 8, "AIF"],
	["audio/amr", 0, "#!AMR"],
	["audio/aac", 0, "\xff\xf1"],
	["audio/aac", 0, "\xff\xf9"],
	["audio/mp4", 4, "ftypM4A"],
	["video/quicktime", 4, "ftypqt"],
	["video/mp4", 4, "ftyp"],
	["video/x-msvideo", 0, "RIFF", 8, "AVI "],
	["video/x-ms-asf", 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11"],
	["video/mpeg", 0, "\0\0\x01\xba"],
	["video/webm", 0, "\x1a\x45\xdf\xa3"],
	["application/pdf", 0, "%PDF-"],
];

/** Extension → type; files get the first extension of their type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	gif: "image/gif",
	webp: "image/webp",
	bmp: "image/bmp",
	tiff: "image/tiff",
	tif: "image/tiff",
	avif: "image/avif",
	heic: "image/heic",
	wav: "audio/wav",
	mp3: "audio/mpeg",
	flac: "audio/flac",
	ogg: "audio/ogg",
	oga: "audio/ogg",
	opus: "audio/ogg",
	aac: "audio/aac",
	m4a: "audio/mp4",
	mp4: "video/mp4",
	mov: "video/quicktime",
	webm: "video/webm",
	pdf: "application/pdf",
	json: "application/json",
	txt: "text/plain",
};

/** Type of a file: by its first bytes, else by its name; empty if unknown. */
export function findMediaType(bytes: Uint8Array, name = ""): string {
	const head = String.fromCharCode(...bytes.subarray(0, 16));
	const signature = SIGNATURES.find(
		([, at, text, at2 = 0, text2 = ""]) => head.startsWith(text, at) && head.startsWith(text2, at2),
	);
	const named = EXTENSIONS[/\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""];
	// A WebM file with audio only looks like a video; the name is more reliable.
	if (signature?.[0] === "video/webm" && /\.weba$/i.test(name)) return "audio/webm";
	return signature?.[0] ?? named ?? "";
}

/** Extension for files of a type, without the dot; `bin` for types unknown here. */
export function findExtension(type: string): string {
	const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
	const aliases: Record<string, string> = {
		"audio/x-wav": "wav",
		"audio/wave": "wav",
		"audio/mp3": "mp3",
		"image/jpg": "jpg",
	};
	const known = Object.entries(EXTENSIONS).find(([, candidate]) => candidate === essence)?.[0];
	return known ?? aliases[essence] ?? "bin";
}
