import { type CallTask, type ShownCall, shownModel } from "../../call-task.ts";
import { typeOf } from "../form/read-files.ts";
import { FileRef } from "./file-ref.ts";
import { tokenVariable } from "./token-variable.ts";

const FILE_OUTPUTS: Record<string, string> = {
	image: "image.png",
	video: "video.mp4",
	audio: "audio.wav",
	speech: "speech.wav",
};

/**
 * Returns a call as a JavaScript program.
 * @param call as `writeCommand` takes it; `direct`: the token is the provider's own key
 */
export function writeJavascript(call: ShownCall): string {
	const { task, args, provider } = call;
	const model = shownModel(call);
	const target = { ...(provider === "auto" ? {} : { provider }), model };
	const written = print({ ...target, ...args }, "");
	const client = `const client = new InferenceClient(process.env.${tokenVariable(call)});`;
	const body = task.streams ? writeStream(task, written) : writeWhole(task, written);
	const imports = [
		'import { InferenceClient } from "modelhub";',
		...(written.includes("openAsBlob(") ? ['import { openAsBlob } from "node:fs";'] : []),
		...importPromises(written, body),
	];
	return `${imports.join("\n")}\n\n${client}\n\n${body}`;
}

function importPromises(written: string, body: string): string[] {
	const names = [
		...(written.includes("readFile(") ? ["readFile"] : []),
		...(body.includes("writeFile(") ? ["writeFile"] : []),
	];
	return names.length > 0 ? [`import { ${names.join(", ")} } from "node:fs/promises";`] : [];
}

function writeStream({ method, task }: CallTask, written: string): string {
	const piece = task === "conversational" ? 'chunk.choices[0]?.delta.content ?? ""' : "chunk.token.text";
	return `for await (const chunk of client.${method}Stream(${written})) {\n  process.stdout.write(${piece});\n}`;
}

function writeWhole({ method, output }: CallTask, written: string): string {
	const call = `const output = await client.${method}(${written});`;
	const file = FILE_OUTPUTS[output];
	return `${call}\n${file ? `await writeFile("${file}", output.stream());` : "console.log(output);"}`;
}

/** Prints a value as source, indented by two spaces per level. */
function print(value: unknown, margin: string): string {
	if (value instanceof FileRef) {
		const name = JSON.stringify(value.name);
		const type = typeOf(value.name);
		// Providers that take a data URL have to know the type of a file.
		return value.isUrl
			? `\`data:${type};base64,\${await readFile(${name}, "base64")}\``
			: `await openAsBlob(${name}, { type: "${type}" })`;
	}
	if (value === null || typeof value !== "object") return JSON.stringify(value);
	const inner = `${margin}  `;
	const isList = Array.isArray(value);
	const parts = isList
		? value.map((item) => print(item, inner))
		: Object.entries(value).map(([name, item]) => `${printName(name)}: ${print(item, inner)}`);
	const [open, close] = isList ? (["[", "]"] as const) : (["{", "}"] as const);
	if (parts.length === 0) return `${open}${close}`;
	const short = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
	const fits = short.length <= 64 && !short.includes("\n") && margin !== "";
	return fits ? short : `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${margin}${close}`;
}

function printName(name: string): string {
	return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
