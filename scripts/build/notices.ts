import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

const LICENCE_FILES = [
	"LICENSE",
	"LICENSE.md",
	"LICENSE.txt",
	"license",
	"license.md",
	"LICENCE",
	"LICENSE-MIT.txt",
] as const;

const HEADING = `# Third-party notices

The \`hub\` command is bundled with the packages below. The library contains none of them.

`;

/** Returns the licences of the packages in a bundle, as Markdown. */
export async function writeNotices(root: string, metafile: Metafile): Promise<string> {
	const packages = new Set(
		Object.keys(metafile.inputs).flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
	);
	const sections: string[] = [];
	for (const folder of [...packages].sort()) {
		const manifest = await readFile(join(root, folder, "package.json"), "utf8");
		const { name, version, license } = JSON.parse(manifest) as Record<string, string>;
		const file = LICENCE_FILES.map((candidate) => join(root, folder, candidate)).find(existsSync);
		const text = file ? (await readFile(file, "utf8")).trim() : `Licence: ${license}`;
		sections.push(`## ${name} ${version} (${license})\n\n${text}\n`);
	}
	return HEADING + sections.join("\n");
}
