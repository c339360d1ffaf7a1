/** Builds the site into `dist/`; writes no file that git tracks. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { visit } from "unist-util-visit";
import { bundleClient, bundleServer } from "./bundle.mjs";
import { finishContent, parseHtml } from "./content.mjs";
import { readFacts } from "./facts.mjs";
import { findDeadLinks, linkResolver, rootOf } from "./links.mjs";
import { writeSamples } from "./samples.mjs";
import { makeIndex } from "./search.mjs";
import { makeTwin, twinOf } from "./twins.mjs";

const site = fileURLToPath(new URL("..", import.meta.url));
const out = join(site, "dist");

async function main() {
	const started = Date.now();
	const facts = await readFacts();
	if (facts.apiWarnings.length > 0) throw new Error(`TypeDoc warns:\n${facts.apiWarnings.join("\n")}`);
	const server = await bundleServer(join(site, "node_modules/.cache/site-server"));
	const assets = await bundleClient(out);
	await writeSamples(out);
	const pages = await server.listPages(facts);
	const pageOfSource = new Map(pages.filter(({ isSource }) => isSource).map(({ source, path }) => [source, path]));
	const finished = [];
	for (const page of pages) {
		const resolveLink = linkResolver(page, { pageOfSource, repository: facts.repository });
		const { tree, html, headings } = await finishContent(server.renderContent(page, facts), {
			resolveLink,
			renderIsland: server.renderIsland,
		});
		const document = server.renderDocument({
			page,
			pages,
			html,
			headings,
			assets,
			facts,
			root: rootOf(page.path),
			twin: twinOf(page.path),
		});
		await write(join(page.path, "index.html"), document);
		const markdown = await makeTwin(page, tree);
		await write(twinOf(page.path), markdown);
		finished.push({ ...page, tree, markdown, ...readLinks(document) });
	}
	await write("search.json", makeIndex(finished));
	await write("llms.txt", listTwins(finished, facts));
	await write("llms-full.txt", finished.map(({ markdown }) => markdown).join("\n\n"));
	const samples = (await readdir(join(out, "samples"))).map((name) => `samples/${name}`);
	const files = new Set([
		...samples,
		"llms.txt",
		"llms-full.txt",
		"search.json",
		assets.script,
		assets.style,
		"favicon.svg",
		...finished.map(({ path }) => twinOf(path)),
	]);
	const dead = findDeadLinks(finished, files);
	if (dead.length > 0) throw new Error(`Dead links:\n${dead.join("\n")}`);
	console.log(`${finished.length} pages in ${((Date.now() - started) / 1000).toFixed(1)} s: ${out}`);
}

/** Links and ids of a page as it is written. */
function readLinks(html) {
	const links = [];
	const ids = new Set();
	visit(parseHtml(html), "element", ({ properties }) => {
		if (properties.id) ids.add(properties.id);
		for (const name of ["href", "src"]) if (typeof properties[name] === "string") links.push(properties[name]);
	});
	return { links, ids };
}

/** `llms.txt`: what the site is, and a list of the pages as Markdown. */
function listTwins(pages, { description }) {
	const lists = [...groupByKind(pages)].map(
		([kind, members]) =>
			`## ${kind}\n\n${members.map(({ title, path, description }) => `- [${title}](${twinOf(path)}): ${description}`).join("\n")}`,
	);
	return `# hub\n\n> ${description}\n\n${lists.join("\n\n")}\n`;
}

function groupByKind(pages) {
	const groups = new Map();
	for (const page of pages) groups.set(page.kind, [...(groups.get(page.kind) ?? []), page]);
	return groups;
}

async function write(path, text) {
	const file = join(out, path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

await main();
