import { transform } from "esbuild";

const COMMON_JS = {
	format: "cjs",
	platform: "node",
	target: "es2022",
	charset: "ascii",
	supported: { "dynamic-import": false },
} as const;

/**
 * Turns a bundled ES module of the library into CommonJS: esbuild can split only ES modules. Programs of others call it:
 * names and lines stay, so that an error shows what it is about.
 * @param text with its source map as a comment
 */
export async function toReadableCommonJs(text: string): Promise<{ code: string; map: string }> {
	return await transform(text, { ...COMMON_JS, sourcemap: "external", sourcesContent: false });
}
