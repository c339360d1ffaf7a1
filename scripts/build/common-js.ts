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
 * @param isPart whether only files of the same build load it: these need no copies of exports, which esbuild makes for other
 * programs and which take longer to call than many a function
 */
export async function toReadableCommonJs(text: string, isPart: boolean): Promise<{ code: string; map: string }> {
	const { code, map } = await transform(text, { ...COMMON_JS, sourcemap: "external", sourcesContent: false });
	// Lines stay where the map has them.
	const direct = code.replaceAll(/__toESM\((require\("\.{1,2}\/[\w./-]+"\))\)/g, "$1");
	if (!isPart) return { code: direct, map };
	const part = direct
		.replace("var stdin_exports = {};", "var stdin_exports = exports;")
		.replace("module.exports = __toCommonJS(stdin_exports);", "");
	return { code: part, map };
}
