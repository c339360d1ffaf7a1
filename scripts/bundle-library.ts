import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bytes the entry point `modelhub` may take, bundled and minified. */
export const SIZE_LIMIT = 40_000;

/** The entry point `modelhub` with all it needs, as one script. */
export async function bundleLibrary(format: "esm" | "iife", minify: boolean): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
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
