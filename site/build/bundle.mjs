import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const configFile = new URL("../vite.config.mjs", import.meta.url).pathname;

/** Builds the code that renders pages. @returns its exports, see `src/server.jsx` */
export async function bundleServer(cache) {
	await build({
		configFile,
		publicDir: false,
		ssr: { noExternal: true },
		build: { ssr: "src/server.jsx", outDir: cache, emptyOutDir: true, minify: false },
	});
	// A new URL each time: Node keeps modules by their URL.
	return await import(`${pathToFileURL(join(cache, "server.js"))}?${Date.now()}`);
}

/**
 * Builds the code that runs in the browser.
 * @returns `script` and `style`: paths below `out` of what every page loads
 */
export async function bundleClient(out) {
	await build({
		configFile,
		build: {
			outDir: out,
			emptyOutDir: true,
			manifest: true,
			modulePreload: { polyfill: false },
			assetsInlineLimit: 0,
			cssCodeSplit: false,
			rolldownOptions: { input: { client: "src/client.js", style: "src/style.js" } },
		},
	});
	const manifest = JSON.parse(await readFile(join(out, ".vite/manifest.json"), "utf8"));
	await rm(join(out, ".vite"), { recursive: true });
	const files = Object.values(manifest);
	const find = (test) => files.find(test)?.file;
	const entry = files.find(({ src, isEntry }) => isEntry && src === "src/client.js");
	return {
		script: entry.file,
		style: find(({ file }) => file.endsWith(".css")),
	};
}
