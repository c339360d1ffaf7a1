import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Manifest, type ManifestChunk } from "vite";
import type { Assets } from "../src/page.ts";

const configFile = new URL("../vite.config.ts", import.meta.url).pathname;

/** Builds the code that renders pages. @returns its exports, see `src/server.tsx` */
export async function bundleServer(cache: string): Promise<typeof import("../src/server.tsx")> {
	await build({
		configFile,
		publicDir: false,
		ssr: { noExternal: true },
		build: { ssr: "src/server.tsx", outDir: cache, emptyOutDir: true, minify: false },
	});
	// A new URL each time: Node keeps modules by their URL.
	return await import(`${pathToFileURL(join(cache, "server.js"))}?${Date.now()}`);
}

/**
 * Builds the code that runs in the browser, and the styles.
 * @returns paths below `out` of what pages load
 */
export async function bundleClient(out: string): Promise<Assets> {
	const files = await bundleFiles(out, { client: "src/client.ts", style: "src/style.ts" }, true);
	const wide = await bundleFiles(out, { wide: "src/wide-style.ts" }, false);
	const entry = files.find(({ src, isEntry }) => isEntry && src === "src/client.ts");
	const style = files.find(({ file }) => file.endsWith(".css"));
	const wideStyle = wide.find(({ file }) => file.endsWith(".css"));
	if (!entry || !style || !wideStyle) throw new Error("The bundle has no script or no style.");
	return { script: entry.file, style: style.file, wideStyle: wideStyle.file };
}

/** One style comes out of a bundle. */
async function bundleFiles(out: string, input: Record<string, string>, isFirst: boolean): Promise<ManifestChunk[]> {
	await build({
		configFile,
		...(isFirst ? {} : { publicDir: false }),
		build: {
			outDir: out,
			emptyOutDir: isFirst,
			manifest: true,
			modulePreload: { polyfill: false },
			assetsInlineLimit: 0,
			cssCodeSplit: false,
			rolldownOptions: { input },
		},
	});
	const manifest: Manifest = JSON.parse(await readFile(join(out, ".vite/manifest.json"), "utf8"));
	await rm(join(out, ".vite"), { recursive: true });
	return Object.values(manifest);
}
