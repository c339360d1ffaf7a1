/**
 * Builds the site and puts the Markdown twins of its pages into `dist/docs/`, for programs that read the package.
 * npm runs it before it packs or publishes (`prepack`); `npm ci` and `npm test` never build the site.
 * With `--built` it uses the site as it is.
 */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = join(root, "site/dist");
const docs = join(root, "dist/docs");

// npm prints the report of `npm pack --json` on stdout; nothing else may be printed there.
if (!process.argv.includes("--built"))
	execFileSync("npm", ["run", "site:build"], { cwd: root, stdio: ["ignore", process.stderr, "inherit"] });
rmSync(docs, { recursive: true, force: true });
cpSync(built, docs, { recursive: true, filter: (source) => ["", ".md"].includes(extname(source)) || isList(source) });

function isList(path: string): boolean {
	return /llms(-full)?\.txt$/.test(path);
}
