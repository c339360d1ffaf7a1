import { transform } from "esbuild";

const COMMON_JS = {
	format: "cjs",
	platform: "node",
	target: "es2022",
	charset: "ascii",
	supported: { "dynamic-import": false },
} as const;

/**
 * Turns a bundled ES module of the command into CommonJS: esbuild can split only ES modules. Node loads a CommonJS file in a
 * third of the time, and `import()` of another one needs no loader of ES modules. Only files of the same build load it, so
 * the copies that esbuild makes of exports for other programs are left out: they take longer than compiling the file.
 */
export async function toCommonJs(text: string): Promise<string> {
	const { code } = await transform(text, COMMON_JS);
	const plain = code
		.replace("var stdin_exports = {};", "var stdin_exports = exports;")
		.replace("module.exports = __toCommonJS(stdin_exports);", "")
		.replaceAll(/__toESM\((require\("\.\/[\w.-]+"\))\)/g, "$1");
	// As a script: names at the top of it stay, so classes keep theirs.
	const script = await transform(plain, { target: "es2022", charset: "ascii", minify: true, treeShaking: true });
	return script.code;
}

/**
 * The same for code that programs of others call: names and lines stay, so that an error shows what it is about.
 * @param text with its source map as a comment
 */
export async function toReadableCommonJs(text: string): Promise<{ code: string; map: string }> {
	return await transform(text, { ...COMMON_JS, sourcemap: "external", sourcesContent: false });
}
