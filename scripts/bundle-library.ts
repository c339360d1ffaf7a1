import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bytes the client may take, bundled and minified: everything of `modelhub` but the snippets, which bundlers leave out unless they are used. */
export const SIZE_LIMIT = 40_000;

/** The client with all its providers, as one script. */
export async function bundleLibrary(format: "esm" | "iife", minify: boolean): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(new URL("../src/inference/index.ts", import.meta.url))],
		bundle: true,
		format,
		minify,
		// Nothing of Node is there to fall back on: an import of it fails the build.
		platform: "browser",
		target: "es2022",
		globalName: "modelhub",
		write: false,
	});
	return outputFiles[0]?.text ?? "";
}
