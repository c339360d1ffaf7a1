import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { CommandNames } from "./components/prose.jsx";
import { Document } from "./layout/document.jsx";
import { listPages } from "./pages/index.jsx";

export { listPages };

const ISLANDS = import.meta.glob("./islands/*/index.jsx", { eager: true });

/** Returns the HTML of a page's `main`, with empty islands. */
export function renderContent(page, facts) {
	return renderToStaticMarkup(withCommands(page.content, facts));
}

/** Returns the HTML of an island; the browser hydrates it with the same prefix. */
export function renderIsland(name, props, identifierPrefix) {
	const Component = ISLANDS[`./islands/${name}/index.jsx`]?.default;
	if (!Component) throw new Error(`There is no island "${name}" in src/islands.`);
	return renderToString(<Component {...props} />, { identifierPrefix });
}

/** Returns the whole page. */
export function renderDocument(props) {
	return `<!doctype html>\n${renderToStaticMarkup(withCommands(<Document {...props} />, props.facts))}`;
}

function withCommands(element, { commands }) {
	return <CommandNames value={["help", ...commands.list.map(({ name }) => name)]}>{element}</CommandNames>;
}
