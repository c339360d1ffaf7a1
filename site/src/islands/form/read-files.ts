import { type CallTask, type FileValue, type FormValues, fileOf } from "../../call-task.ts";
import { sampleUrl } from "../../samples/url.ts";

interface ReadFiles {
	files: File[];
	base64: Record<string, string>;
	find(value: FileValue): string | File | undefined;
}

/**
 * Reads the files of a form.
 * @returns `files`: a `File` by name; `base64`: the same as text; `find`: file of a field → argument of a call
 */
export async function readFiles(task: CallTask, values: FormValues): Promise<ReadFiles> {
	const chosen = Object.values(values).flatMap((value) => fileOf(value) ?? []);
	const files = await Promise.all(chosen.map(({ file, sample = "" }) => file ?? readSample(sample)));
	const texts = await Promise.all(files.map(toBase64));
	const base64 = Object.fromEntries(files.map(({ name }, index) => [name, texts[index] ?? ""]));
	const find = ({ sample, file }: FileValue) => {
		const found = files.find(({ name }) => name === (sample ?? file?.name));
		return found && task.takesImage ? `data:${found.type};base64,${base64[found.name]}` : found;
	};
	return { files, base64, find };
}

async function readSample(name: string): Promise<File> {
	const response = await fetch(sampleUrl(name));
	if (!response.ok) throw new Error(`The sample ${name} cannot be loaded.`);
	const blob = await response.blob();
	return new File([blob], name, { type: typeOf(name) });
}

async function toBase64(file: File): Promise<string> {
	const bytes = new Uint8Array(await file.arrayBuffer());
	let text = "";
	for (let start = 0; start < bytes.length; start += 0x8000) {
		text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
	}
	return btoa(text);
}

const TYPES: Record<string, string> = { jpg: "image/jpeg", jpeg: "image/jpeg", wav: "audio/wav", mp3: "audio/mpeg" };

/** Returns the media type for a file's name. */
export function typeOf(name: string): string {
	const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "png";
	return TYPES[extension] ?? `image/${extension}`;
}
