#!/usr/bin/env node
// CommonJS: Node compiles what follows with the cache that is turned on here.
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { enableCompileCache } = require("node:module");

// In the user's own folder: other users could put code into one that all share. Node 20 has no such cache.
const { HUB_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA, HOME, NODE_COMPILE_CACHE } = process.env;
const caches = XDG_CACHE_HOME || (LOCALAPPDATA && join(LOCALAPPDATA, "cache")) || (HOME && join(HOME, ".cache"));
const folder = HUB_CACHE_DIR || (caches && join(caches, "hub"));
if (folder && !NODE_COMPILE_CACHE) enableCompileCache?.(join(folder, "compiled"));

try {
	require("../dist/cli/bin.js");
} catch (error) {
	if (error.code !== "MODULE_NOT_FOUND" || existsSync(join(__dirname, "../dist/cli/bin.js"))) throw error;
	process.stderr.write("Error: hub is not built. Run npm ci in its folder, or npm run build.\n");
	process.exitCode = 1;
}
