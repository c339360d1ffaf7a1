import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The whole entry point `modelhub`. */
export const WHOLE = `export * from "./index.ts";`;

/** Bundles a program that imports part of the library's sources into one script. */
export async function bundleLibrary(source: string, format: "esm" | "iife", minify: boolean): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: fileURLToPath(new URL("../src", import.meta.url)), loader: "ts" },
		bundle: true,
		format,
		minify,
		// Node's modules are not available: importing one fails the build.
		platform: "browser",
		target: "es2022",
		charset: "utf8",
		globalName: "modelhub",
		write: false,
	});
	return outputFiles[0]?.text ?? "";
}
