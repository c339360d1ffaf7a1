import type { ComponentType, ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { CommandNames } from "./components/prose.tsx";
import type { IslandName } from "./islands/props.ts";
import { Document, type DocumentProps } from "./layout/document.tsx";
import type { Facts, Page } from "./page.ts";
import { listPages } from "./pages/index.tsx";

export { listPages };

const ISLANDS = import.meta.glob<{ default: ComponentType<Record<string, unknown>> }>("./islands/*/index.tsx", {
	eager: true,
});

/** Returns the HTML of a page's `main`, with empty islands. */
export function renderContent(page: Page, facts: Facts): string {
	return renderToStaticMarkup(withCommands(page.content, facts));
}

/** Returns the HTML of an island; the browser hydrates it with the same prefix. */
export function renderIsland(name: IslandName, props: Record<string, unknown>, identifierPrefix: string): string {
	const Component = ISLANDS[`./islands/${name}/index.tsx`]?.default;
	if (!Component) throw new Error(`There is no island "${name}" in src/islands.`);
	return renderToString(<Component {...props} />, { identifierPrefix });
}

/** Returns the whole page. @param html its finished content */
export function renderDocument(props: DocumentProps, html: string): string {
	const frame = renderToStaticMarkup(withCommands(<Document {...props} />, props.facts));
	return `<!doctype html>\n${frame.replace('<div class="text"></div>', () => `<div class="text">${html}</div>`)}`;
}

function withCommands(element: ReactNode, { commands }: Facts): ReactNode {
	return <CommandNames value={["help", ...commands.list.map(({ name }) => name)]}>{element}</CommandNames>;
}
