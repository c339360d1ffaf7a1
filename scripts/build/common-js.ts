import { transform } from "esbuild";

/**
 * Turns a bundled ES module into CommonJS: esbuild can split only ES modules. Node loads a CommonJS file in a third of the
 * time, and `import()` of another one needs no loader of ES modules.
 * @param edit changes the module before it is minified
 */
export async function toCommonJs(text: string, edit = (code: string): string => code): Promise<string> {
	const { code } = await transform(text, {
		format: "cjs",
		platform: "node",
		target: "es2022",
		charset: "ascii",
		supported: { "dynamic-import": false },
	});
	// As a script: names at the top of it stay, so classes keep theirs.
	const script = await transform(edit(code), { target: "es2022", charset: "ascii", minify: true, treeShaking: true });
	return script.code;
}

/**
 * Leaves out the copies that CommonJS of esbuild makes of exports, for programs that are no ES modules: only files of the
 * same build load the command's. A copy takes longer than compiling the file.
 */
export function withoutCopies(code: string): string {
	return code
		.replace("var stdin_exports = {};", "var stdin_exports = exports;")
		.replace("module.exports = __toCommonJS(stdin_exports);", "")
		.replaceAll(/__toESM\((require\("\.\/[\w.-]+"\))\)/g, "$1");
}
