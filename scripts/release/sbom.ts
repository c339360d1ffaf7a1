import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import manifest from "../../package.json" with { type: "json" };

interface Component {
	type: "library" | "application";
	name: string;
	version: string;
	purl: string;
	licenses?: { license: { id: string } }[];
}

/** A list of parts in the form of CycloneDX. */
export interface Bom {
	bomFormat: "CycloneDX";
	specVersion: "1.5";
	version: 1;
	metadata: { component: Component };
	components: Component[];
}

/** Lists the packages that a bundle contains, and the Node of an executable. */
export async function writeBom(root: string, { inputs }: Metafile): Promise<Bom> {
	const folders = new Set(
		Object.keys(inputs).flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
	);
	const packages = await Promise.all(
		[...folders].sort().map(async (folder) => {
			const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
			return toComponent("library", name, version, license);
		}),
	);
	const node: Component = {
		type: "application",
		name: "node",
		version: process.version.slice(1),
		purl: `pkg:generic/node@${process.version.slice(1)}`,
	};
	const component = toComponent("application", manifest.name, manifest.version, manifest.license);
	return {
		bomFormat: "CycloneDX",
		specVersion: "1.5",
		version: 1,
		metadata: { component },
		components: [node, ...packages],
	};
}

function toComponent(type: Component["type"], name: string, version: string, license: unknown): Component {
	const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
	return {
		type,
		name,
		version,
		purl,
		...(typeof license === "string" ? { licenses: [{ license: { id: license } }] } : {}),
	};
}
