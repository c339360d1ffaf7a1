import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

interface Package {
	SPDXID: string;
	name: string;
	versionInfo: string;
	downloadLocation: string;
	filesAnalyzed: false;
	licenseConcluded: string;
	licenseDeclared: string;
	copyrightText: "NOASSERTION";
	primaryPackagePurpose: "APPLICATION" | "LIBRARY";
	externalRefs: { referenceCategory: "PACKAGE-MANAGER"; referenceType: "purl"; referenceLocator: string }[];
}

/** A list of parts in the form of SPDX (https://spdx.github.io/spdx-spec/v2.3/). */
export interface PartsList {
	spdxVersion: "SPDX-2.3";
	dataLicense: "CC0-1.0";
	SPDXID: "SPDXRef-DOCUMENT";
	name: string;
	documentNamespace: string;
	creationInfo: { created: string; creators: string[] };
	packages: Package[];
	relationships: { spdxElementId: string; relationshipType: "DESCRIBES" | "CONTAINS"; relatedSpdxElement: string }[];
}

/**
 * Lists the packages that the built command contains, and the Node of an executable.
 * @param notices THIRD-PARTY-NOTICES.md of the build
 * @param node version of Node
 * @param created time of the list
 */
export function listParts(notices: string, node: string, created: Date): PartsList {
	const { name, version, license } = manifest;
	const hub = toPackage("APPLICATION", { name, version, license });
	const nodePackage: Package = {
		...toPackage("APPLICATION", { name: "node", version: node, license: "MIT" }),
		downloadLocation: `https://nodejs.org/dist/v${node}/`,
		externalRefs: [purl(`pkg:generic/node@${node}`)],
	};
	const libraries = [...notices.matchAll(/^## (\S+) (\S+) \((.+)\)$/gm)].map(([, own = "", release = "", terms = ""]) =>
		toPackage("LIBRARY", { name: own, version: release, license: terms }),
	);
	const parts = [nodePackage, ...libraries];
	const digest = createHash("sha256").update(`${notices}\n${node}`).digest("hex");
	return {
		spdxVersion: "SPDX-2.3",
		dataLicense: "CC0-1.0",
		SPDXID: "SPDXRef-DOCUMENT",
		name: `hub-${version}`,
		documentNamespace: `${manifest.homepage}spdx/hub-${version}-${digest.slice(0, 16)}`,
		creationInfo: {
			created: created.toISOString().replace(/\.\d+Z$/, "Z"),
			creators: [`Tool: ${name}-release-${version}`],
		},
		packages: [hub, ...parts],
		relationships: [
			{ spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: hub.SPDXID },
			...parts.map(({ SPDXID }) => ({
				spdxElementId: hub.SPDXID,
				relationshipType: "CONTAINS" as const,
				relatedSpdxElement: SPDXID,
			})),
		],
	};
}

/** Lists the parts of the build in a folder. */
export async function listPartsOfBuild(root: string, node: string): Promise<PartsList> {
	return listParts(await readFile(join(root, "dist/THIRD-PARTY-NOTICES.md"), "utf8"), node, new Date());
}

function toPackage(
	primaryPackagePurpose: Package["primaryPackagePurpose"],
	{ name, version, license }: { name: string; version: string; license: string },
): Package {
	const file = `${name.replace(/^@.*\//, "")}-${version}.tgz`;
	return {
		SPDXID: `SPDXRef-Package-${`${name}-${version}`.replace(/[^A-Za-z0-9.-]+/g, "-").replace(/^-/, "")}`,
		name,
		versionInfo: version,
		downloadLocation: `https://registry.npmjs.org/${name}/-/${file}`,
		filesAnalyzed: false,
		licenseConcluded: license,
		licenseDeclared: license,
		copyrightText: "NOASSERTION",
		primaryPackagePurpose,
		externalRefs: [purl(`pkg:npm/${name.replace("@", "%40")}@${version}`)],
	};
}

function purl(referenceLocator: string): Package["externalRefs"][number] {
	return { referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator };
}
