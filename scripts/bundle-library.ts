import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The whole entry point `modelhub`. */
export const WHOLE = `export * from "./index.ts";`;

/** What a program gets that imports this much of the library's sources: one script. */
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
