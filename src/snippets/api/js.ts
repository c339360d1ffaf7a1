import { type Code, code } from "../library/snippet.ts";
import { quote } from "../quote.ts";
import { printJs, type WriteFile } from "./print.ts";
import type { FileInput, Value } from "./values.ts";

/** Import of functions for files; empty if none are used. */
export function jsFileImport(...names: (string | undefined)[]): Code | undefined {
	const used = names.filter((name) => name !== undefined);
	return used.length > 0 ? code(`import { ${used.join(", ")} } from "node:fs/promises";`) : undefined;
}

/** Returns a call; several arguments begin on separate lines. */
export function jsCall(name: string, values: readonly Value[], writeFile?: WriteFile): Code {
	const entries = values.map((value) => printJs(value, writeFile).content);
	if (entries.length < 2) return code(`${name}(${entries.join("")})`);
	return code(`${name}(\n${entries.map((entry) => `\t${entry.replaceAll("\n", "\n\t")},\n`).join("")})`);
}

/** Returns a file as a Blob. */
export function jsBlob({ name, type }: FileInput): string {
	return `new Blob([await readFile(${quote(name)})], { type: "${type}" })`;
}

/** Reads a file into a variable, as base64. */
export function readFileJs({ name, variable }: FileInput): Code {
	return code(`const ${variable} = await readFile(${quote(name)}, "base64");`);
}

/** Returns the file that was read, as a data URL. */
export function jsDataUrl({ type, variable }: FileInput): string {
	return `\`data:${type};base64,\${${variable}}\``;
}
