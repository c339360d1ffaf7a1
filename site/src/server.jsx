import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { CommandNames } from "./components/prose.jsx";
import { Document } from "./layout/document.jsx";
import { listPages } from "./pages/index.jsx";

export { listPages };

const ISLANDS = import.meta.glob("./islands/*/index.jsx", { eager: true });

/** HTML of what stands in `main` of a page, islands still empty. */
export function renderContent(page, facts) {
	return renderToStaticMarkup(withCommands(page.content, facts));
}

/** HTML of an island, as the browser will hydrate it with the same prefix. */
export function renderIsland(name, props, identifierPrefix) {
	const Component = ISLANDS[`./islands/${name}/index.jsx`]?.default;
	if (!Component) throw new Error(`There is no island "${name}" in src/islands.`);
	return renderToString(<Component {...props} />, { identifierPrefix });
}

/** The whole page. */
export function renderDocument(props) {
	return `<!doctype html>\n${renderToStaticMarkup(withCommands(<Document {...props} />, props.facts))}`;
}

function withCommands(element, { commands }) {
	return <CommandNames value={["help", ...commands.list.map(({ name }) => name)]}>{element}</CommandNames>;
}
