import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { Page } from "../src/page.ts";

/** Path from a page to the root of the site, such as `../../` for `tasks/x/`. */
export const rootOf = (path: string): string => "../".repeat(path.split("/").length - 1) || "./";

/**
 * Makes the function that turns links of a page into ones that work from it.
 * - `/tasks/chat/#id` (of the site) becomes relative;
 * - `docs/serve.md` in a file of the repository leads to the page made from it, else to the file in the repository.
 */
export function linkResolver(
	page: Page,
	{ pageOfSource, repository }: { pageOfSource: ReadonlyMap<string, string>; repository: string },
): (href: string) => string {
	const root = rootOf(page.path);
	return (href: string) => {
		if (/^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return href;
		if (href.startsWith("/")) return `${root}${href.slice(1)}`;
		const [file = "", id] = href.split("#");
		const source = posix.normalize(posix.join(posix.dirname(page.source), file));
		const target = pageOfSource.get(source);
		const hash = id === undefined ? "" : `#${id}`;
		return target === undefined ? `${repository}/blob/main/${source}${hash}` : `${root}${target}${hash}`;
	};
}

/** Links and ids of a page as it is written. */
export interface LinkedPage {
	path: string;
	links: string[];
	ids: ReadonlySet<string>;
}

/** Lists links of pages to files that the repository does not have, one line each. @param root folder of the repository */
export function findDeadFiles(pages: readonly LinkedPage[], repository: string, root: string): string[] {
	const prefix = new RegExp(`^${repository}/(?:blob|edit|tree|raw)/main/([^#?]+)`);
	return pages.flatMap(({ path, links }) =>
		links.flatMap((href) => {
			const [, file] = prefix.exec(href) ?? [];
			return file === undefined || existsSync(posix.join(root, file)) ? [] : [`/${path}: ${href}`];
		}),
	);
}

/** Lists links of pages that lead nowhere, one line each. `targets`: path → ids of the page; `files`: other files. */
export function findDeadLinks(pages: readonly LinkedPage[], files: ReadonlySet<string>): string[] {
	const ids = new Map(pages.map(({ path, ids }) => [path, ids]));
	return pages.flatMap(({ path, links }) =>
		links.flatMap((href) => {
			if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return [];
			const [file = "", hash] = href.split("#");
			const target = file === "" ? path : posix.normalize(posix.join(path || ".", file)).replace(/^\.\/?/, "");
			if (target.startsWith("..")) return [`${path}: ${href} leads out of the site`];
			if (files.has(target)) return [];
			const found = ids.get(target);
			if (!found) return [`${path || "Home"}: ${href} leads to no page`];
			return hash && !found.has(decodeURIComponent(hash)) ? [`${path || "Home"}: ${href} has no such anchor`] : [];
		}),
	);
}
