import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { mdx } from "./build/mdx.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Shared by both bundles: `build/bundle.ts` adds what only the browser or only the server needs. */
export default defineConfig({
	root: here("."),
	// Links are relative, so the site works below any path.
	base: "./",
	publicDir: here("public"),
	logLevel: "warn",
	plugins: [mdx(), react()],
	resolve: {
		dedupe: ["react", "react-dom"],
		alias: { "@fonts": here("node_modules/@fontsource-variable") },
	},
});
