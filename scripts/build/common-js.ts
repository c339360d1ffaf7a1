import { transform } from "esbuild";

/**
 * Turns a bundled ES module into CommonJS: esbuild can split only ES modules. Node loads a CommonJS file in a third of the
 * time, and `import()` of another one needs no loader of ES modules.
 */
export async function toCommonJs(text: string): Promise<string> {
	const { code } = await transform(text, {
		format: "cjs",
		platform: "node",
		target: "es2022",
		charset: "ascii",
		supported: { "dynamic-import": false },
	});
	// As a script: names at the top of it stay, so classes keep theirs.
	const script = await transform(code, { target: "es2022", charset: "ascii", minify: true });
	return script.code;
}
