const LINKS = [
	["guides", "guides/", "Guides"],
	["tasks", "tasks/", "Tasks"],
	["providers", "providers/", "Providers"],
	["libraries", "libraries/", "Libraries"],
	["commands", "commands/", "Commands"],
	["api", "api/", "API"],
	["use", "use/", "Use a model"],
	["playground", "playground/", "Playground"],
	["templates", "templates/", "Templates"],
] as const;

/** Top of every page: name, parts of the site, search. */
export function Header({ root, current }: { root: string; current: string | undefined }) {
	const links = LINKS.map(([section, path, text]) => (
		<li key={section}>
			<a href={root + path} aria-current={section === current?.split("/")[0] ? "true" : undefined}>
				{text}
			</a>
		</li>
	));
	return (
		<header className="top">
			<a className="brand" href={root}>
				hub
			</a>
			<nav className="parts" aria-label="Site">
				<ul>{links}</ul>
			</nav>
			<button type="button" className="search-button" aria-keyshortcuts="/ Control+K">
				Search
			</button>
			<details className="menu">
				<summary>Menu</summary>
				<nav aria-label="Menu">
					<ul>{links}</ul>
				</nav>
			</details>
		</header>
	);
}
