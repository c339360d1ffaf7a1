import { readFile } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

interface Component {
	type: "library" | "application";
	name: string;
	version: string;
	purl: string;
	licenses?: { expression: string }[];
}

/** A list of parts in the form of CycloneDX (https://cyclonedx.org/docs/1.5/json/). */
export interface Bom {
	bomFormat: "CycloneDX";
	specVersion: "1.5";
	version: 1;
	metadata: { component: Component };
	components: Component[];
}

/** Lists the packages that the built command contains, and the Node of an executable. @param node version of Node */
export async function makeBom(root: string, node: string): Promise<Bom> {
	const notices = await readFile(join(root, "dist/THIRD-PARTY-NOTICES.md"), "utf8");
	const packages = [...notices.matchAll(/^## (\S+) (\S+) \((.+)\)$/gm)].map(
		([, name = "", version = "", license = ""]) => toComponent("library", name, version, license),
	);
	const { name, version, license } = manifest;
	return {
		bomFormat: "CycloneDX",
		specVersion: "1.5",
		version: 1,
		metadata: { component: toComponent("application", name, version, license) },
		components: [{ type: "application", name: "node", version: node, purl: `pkg:generic/node@${node}` }, ...packages],
	};
}

function toComponent(type: Component["type"], name: string, version: string, license: string): Component {
	const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
	return { type, name, version, purl, licenses: [{ expression: license }] };
}
