/** Builds the site into `dist/`; writes no file that git tracks. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Root } from "hast";
import { visit } from "unist-util-visit";
import type { Assets, Facts, Page } from "../src/page.ts";
import { bundleClient, bundleServer } from "./bundle.ts";
import { finishContent, parseHtml } from "./content.ts";
import { readFacts } from "./facts.ts";
import { findDeadFiles, findDeadLinks, type LinkedPage, linkResolver, rootOf } from "./links.ts";
import { REDIRECTS } from "./redirects.ts";
import { writeSamples } from "./samples.ts";
import { makeIndex } from "./search.ts";
import { makeTwin, twinOf } from "./twins.ts";

const site = fileURLToPath(new URL("..", import.meta.url));
const out = join(site, "dist");

/** A page as it is written. */
export interface FinishedPage extends Page, LinkedPage {
	tree: Root;
	markdown: string;
}

async function main(): Promise<void> {
	const started = Date.now();
	const facts = await readFacts();
	if (facts.apiWarnings.length > 0) throw new Error(`TypeDoc warns:\n${facts.apiWarnings.join("\n")}`);
	const server = await bundleServer(join(site, "node_modules/.cache/site-server"));
	const assets = await bundleClient(out);
	await writeSamples(out);
	const pages = await server.listPages(facts);
	const pageOfSource = new Map(pages.filter(({ isSource }) => isSource).map(({ source, path }) => [source, path]));
	const finished: FinishedPage[] = [];
	for (const page of pages) {
		const resolveLink = linkResolver(page, { pageOfSource, repository: facts.repository });
		const { tree, html, headings } = await finishContent(server.renderContent(page, facts), {
			resolveLink,
			renderIsland: server.renderIsland,
		});
		const frame = { page, pages, headings, assets, facts, root: rootOf(page.path), twin: twinOf(page.path) };
		const document = server.renderDocument(frame, html);
		await write(join(page.path, "index.html"), document);
		const markdown = await makeTwin(page, tree);
		await write(twinOf(page.path), markdown);
		finished.push({ ...page, tree, markdown, ...readLinks(document) });
	}
	const redirects = await Promise.all(Object.entries(REDIRECTS).map(writeRedirect));
	const index = makeIndex(finished);
	for (const { path, content } of index) await write(path, content);
	await write("llms.txt", listTwins(finished, facts));
	await write("llms-full.txt", finished.map(({ markdown }) => markdown).join("\n\n"));
	await write("sitemap.xml", listAddresses(finished, facts));
	await write("changes/feed.xml", await makeFeed(facts));
	await writeNotFound(server, { pages, assets, facts });
	const samples = (await readdir(join(out, "samples"))).map((name) => `samples/${name}`);
	const files = new Set([
		...samples,
		"llms.txt",
		"llms-full.txt",
		"sitemap.xml",
		"changes/feed.xml",
		"social.png",
		...index.map(({ path }) => path),
		assets.script,
		assets.style,
		assets.wideStyle,
		"favicon.svg",
		...(await copyLicenses()),
		...finished.map(({ path }) => twinOf(path)),
	]);
	const dead = [
		...findDeadLinks([...finished, ...redirects], files),
		...findDeadFiles(finished, facts.repository, fileURLToPath(new URL("../..", import.meta.url))),
	];
	if (dead.length > 0) throw new Error(`Dead links:\n${dead.join("\n")}`);
	console.log(`${finished.length} pages in ${((Date.now() - started) / 1000).toFixed(1)} s: ${out}`);
}

/** Writes a page that leads on to another one. File servers know no other redirect. */
async function writeRedirect([path, target]: [string, string]): Promise<LinkedPage> {
	const href = rootOf(path) + target;
	const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${href}"></head>
<body><a href="${href}">This page has moved.</a></body></html>
`;
	await write(join(path, "index.html"), html);
	return { path, ...readLinks(html) };
}

/** Links and ids of a page as it is written. */
function readLinks(html: string): Pick<LinkedPage, "links" | "ids"> {
	const links: string[] = [];
	const ids = new Set<string>();
	visit(parseHtml(html), "element", ({ properties }) => {
		if (properties["id"]) ids.add(String(properties["id"]));
		for (const link of [properties["href"], properties["src"]]) if (typeof link === "string") links.push(link);
	});
	return { links, ids };
}

/** `llms.txt`: what the site is, and a list of the pages as Markdown. */
function listTwins(pages: readonly Page[], { description }: Facts): string {
	const lists = [...groupByKind(pages)].map(
		([kind, members]) =>
			`## ${kind}\n\n${members.map(({ title, path, description }) => `- [${title}](${twinOf(path)}): ${description}`).join("\n")}`,
	);
	return `# hub\n\n> ${description}\n\n${lists.join("\n\n")}\n`;
}

function groupByKind(pages: readonly Page[]): Map<string, Page[]> {
	const groups = new Map<string, Page[]>();
	for (const page of pages) groups.set(page.kind, [...(groups.get(page.kind) ?? []), page]);
	return groups;
}

/** `sitemap.xml`: the addresses of all pages. */
function listAddresses(pages: readonly Page[], { homepage }: Facts): string {
	const urls = pages.map(({ path }) => `<url><loc>${homepage}${path}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** The changelog as an Atom feed: an entry for each version, and one for what comes next. */
async function makeFeed({ homepage }: Facts): Promise<string> {
	const file = join(site, "../CHANGELOG.md");
	const text = await readFile(file, "utf8");
	const changed = dateOfChange(file);
	const entries = text
		.split(/^## /m)
		.slice(1)
		.map((part) => {
			const [title = "", ...lines] = part.split("\n");
			const [, version = title, date] = /^\[?([^\]\s]+)\]?(?:\s+-\s+(\d{4}-\d\d-\d\d))?/.exec(title) ?? [];
			// What no version has yet changes with the file.
			const updated = date === undefined ? changed : `${date}T00:00:00Z`;
			const content = escapeXml(lines.join("\n").trim());
			return `<entry><title>${escapeXml(version)}</title><id>${homepage}changes/#${version}</id><updated>${updated}</updated><link href="${homepage}changes/"/><content type="text">${content}</content></entry>`;
		});
	const updated = /<updated>(.*?)<\/updated>/.exec(entries.join("\n"))?.[1] ?? changed;
	return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Changes of hub</title><id>${homepage}changes/</id><link href="${homepage}changes/feed.xml" rel="self"/><updated>${updated}</updated><author><name>hub</name></author>\n${entries.join("\n")}\n</feed>\n`;
}

/** When a file last changed: `SOURCE_DATE_EPOCH`, else its newest commit, so that a build can be repeated; else now. */
function dateOfChange(file: string): string {
	const epoch = Number(process.env["SOURCE_DATE_EPOCH"] || Number.NaN) * 1000;
	const log = spawnSync("git", ["log", "-1", "--format=%cI", "--", file], { cwd: dirname(file), encoding: "utf8" });
	const times = [epoch, Date.parse(log.stdout?.trim() ?? ""), Date.now()];
	return new Date(times.find(Number.isFinite) ?? 0).toISOString();
}

function escapeXml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * `404.html`: servers show it at any depth and on any host, so it needs no other file. Its style is part of it, allowed by
 * its hash; links are absolute.
 */
async function writeNotFound(
	server: typeof import("../src/server.tsx"),
	frame: { pages: Page[]; assets: Assets; facts: Facts },
): Promise<void> {
	const page: Page = {
		path: "404.html",
		title: "Not found",
		heading: "No page here",
		description: "The address leads nowhere. Search for it with the slash key, or go on here:",
		source: "site/build/build.ts",
		kind: "Project",
		isBare: true,
		content: null,
	};
	const { homepage } = frame.facts;
	const links = [
		["", "Home"],
		["guides/", "Guides"],
		["tasks/", "Tasks"],
		["providers/", "Providers"],
		["commands/", "Commands"],
		["api/", "API"],
		["errors/", "Errors"],
	].map(([path, text]) => `<li><a href="${homepage}${path}">${text}</a></li>`);
	const html = `<ul>${links.join("")}</ul>`;
	const document = server.renderDocument({ ...frame, page, headings: [], root: homepage, twin: "index.md" }, html);
	const style = await readFile(join(out, frame.assets.style), "utf8");
	const hash = createHash("sha256").update(style).digest("base64");
	const alone = document
		.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
		.replace("style-src &#x27;self&#x27;", `style-src &#x27;self&#x27; &#x27;sha256-${hash}&#x27;`);
	await write("404.html", alone);
}

/** The licenses of the fonts, which have to go with them. */
async function copyLicenses(): Promise<string[]> {
	const fonts = ["inter", "jetbrains-mono"];
	for (const name of fonts) {
		const text = await readFile(join(site, "node_modules/@fontsource-variable", name, "LICENSE"), "utf8");
		await write(`licenses/${name}.txt`, text);
	}
	return fonts.map((name) => `licenses/${name}.txt`);
}

async function write(path: string, text: string): Promise<void> {
	const file = join(out, path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

await main();
