/** What the code knows stands on a page. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { AGENTS } from "../../src/cli/commands/launch/agents.ts";
import { readFacts } from "../build/facts.ts";
import type { Declaration } from "../build/typedoc.ts";
import { pathOfName } from "../src/pages/api.tsx";
import { dist, pages, readPage } from "./site.ts";

const facts = await readFacts();
/** TypeDoc's kind of a name that another entry point exports. */
const REFERENCE = 4194304;

const has = (html: string, id: string) => html.includes(` id="${id}"`);

it("has a page for each task, provider, library and command", () => {
	const wanted = [
		...facts.tasks.map(({ id }) => `tasks/${id}/`),
		...facts.providers.map(({ id }) => `providers/${id}/`),
		...facts.libraries.map(({ id }) => `libraries/${id}/`),
		...facts.commands.list.map(({ name }) => `commands/${name}/`),
		...facts.api.map(({ name }) => `api/${name}/`),
	];
	expect(wanted.filter((path) => !pages.includes(path))).toEqual([]);
});

it("lists every option of every command", () => {
	const overview = readPage("commands/");
	const missing = facts.commands.list.flatMap((command) => {
		const html = readPage(`commands/${command.name}/`);
		const rows = [command, ...command.subcommands].flatMap(({ groups }) => groups.flatMap((group) => group.rows));
		return rows.filter(({ flags }) => !html.includes(escapeHtml(flags))).map(({ flags }) => `${command.name} ${flags}`);
	});
	const isGlobal = ({ flags }: { flags: string }) => overview.includes(escapeHtml(flags));
	expect([...missing, ...facts.commands.globalOptions.filter((option) => !isGlobal(option))]).toEqual([]);
});

it("names every agent of hub launch in its guide", () => {
	const html = readPage("guides/coding-agents/");
	expect(AGENTS.map(({ id }) => id).filter((id) => !html.includes(`<code>${id}</code>`))).toEqual([]);
});

it("identifies every error by its code", () => {
	const html = readPage("errors/");
	expect(facts.errors.filter(({ code }) => !has(html, code))).toEqual([]);
});

it("lists every exported name, with a comment", () => {
	const names = facts.api.flatMap((entry) => entry.module.children.map((child) => ({ entry: entry.name, child })));
	const html = new Map(facts.api.map(({ name }) => [name, readPage(`api/${name}/`)]));
	const missing = names.filter(({ entry, child }) => !has(html.get(entry) ?? "", child.name));
	expect(missing.map(({ child }) => child.name)).toEqual([]);
	const paths = facts.api.flatMap((entry) =>
		entry.module.children.filter(({ kind }) => kind !== REFERENCE).map((child) => pathOfName(entry, child)),
	);
	expect(paths.filter((path) => !pages.includes(path))).toEqual([]);
	const silent = names.filter(({ child }) => child.kind !== REFERENCE && !isTold(child));
	expect(silent.map(({ entry, child }) => `${entry}: ${child.name}`)).toEqual([]);
	expect(facts.apiWarnings).toEqual([]);
});

function isTold({ comment, signatures, type }: Declaration): boolean {
	const declaration = type?.type === "reflection" ? type.declaration : undefined;
	return Boolean(comment ?? signatures?.[0]?.comment ?? declaration?.comment ?? declaration?.signatures?.[0]?.comment);
}

it("has a Markdown twin for each page, listed in llms.txt", async () => {
	const { readFileSync, existsSync } = await import("node:fs");
	const list = readFileSync(`${dist}llms.txt`, "utf8");
	const twins = pages.map((path) => (path === "" ? "index.md" : `${path.slice(0, -1)}.md`));
	expect(twins.filter((twin) => !existsSync(dist + twin) || !list.includes(`(${twin})`))).toEqual([]);
});

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
}

it("dates what no version has yet by the newest change", () => {
	const log = execFileSync("git", ["log", "-1", "--format=%cI", "--", "CHANGELOG.md"], { cwd: "..", encoding: "utf8" });
	const [updated = ""] = /(?<=<updated>).*?(?=<)/.exec(readFileSync(`${dist}changes/feed.xml`, "utf8")) ?? [];
	expect(Math.abs(Date.parse(updated) - Date.parse(log.trim()))).toBeLessThan(1000);
});

it("keeps options in sentences on one line, and leaves blocks of code alone", () => {
	const codes = pages.flatMap((path) => [...readPage(path).matchAll(/<code class="option">([^<]*)/g)]);
	const options = new Set(codes.map(([, text]) => text));
	expect([...options]).toEqual(expect.arrayContaining(["--direct", "-p", "hub tasks --json"]));
	expect([...options].filter((text = "") => text.length > 60)).toEqual([]);
	expect(pages.filter((path) => /<pre[^>]*><code class="option"/.test(readPage(path)))).toEqual([]);
});
