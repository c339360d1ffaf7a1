import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A part of the library as a program bundles it, and the bytes it may take minified. */
export interface Budget {
	name: string;
	/** What the program imports, relative to `src`. */
	source: string;
	limit: number;
}

export const BUDGETS: readonly Budget[] = [
	{
		name: "an error class without request",
		source: `export { InferenceClientInputError } from "./index.ts";`,
		limit: 500,
	},
	{
		name: "an error class that removes secrets",
		source: `export { InferenceClientProviderApiError } from "./index.ts";`,
		limit: 2_000,
	},
	{ name: "the task ids", source: `export { PIPELINE_TYPES } from "./tasks.ts";`, limit: 2_000 },
	{ name: "the facts of all tasks", source: `export { PIPELINE_DATA } from "./tasks.ts";`, limit: 12_000 },
	{
		name: "all providers with their wires",
		source: `export { ALL_PROVIDERS } from "./inference/providers/index.ts";`,
		limit: 44_500,
	},
	{ name: "chat alone", source: `export { chatCompletion } from "./index.ts";`, limit: 40_000 },
	{
		name: "the client with all providers, hub, router and retries",
		source: `export { InferenceClient } from "./index.ts";`,
		limit: 95_000,
	},
];

/** The whole entry point `modelhub`. */
export const WHOLE = `export * from "./index.ts";`;

/** What a program gets that imports this much of the library: one script. */
export async function bundleLibrary(source: string, format: "esm" | "iife", minify: boolean): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: fileURLToPath(new URL("../src", import.meta.url)), loader: "ts" },
		bundle: true,
		format,
		minify,
		// Nothing of Node is there to fall back on: an import of it fails the build.
		platform: "browser",
		target: "es2022",
		charset: "utf8",
		globalName: "modelhub",
		write: false,
	});
	return outputFiles[0]?.text ?? "";
}
