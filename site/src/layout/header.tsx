import type { Facts, Page } from "../page.ts";
import { AREAS, areaOf, groupPages } from "./areas.ts";
import { PageList, PartList } from "./page-list.tsx";

interface Props {
	root: string;
	current: Page;
	facts: Facts;
	/** The pages of the section, for the drawer of small screens. */
	siblings: readonly Page[];
}

/** Top of every page: mark, areas of the site, search, theme, repository; on small screens a drawer with the whole tree. */
export function Header({ root, current, facts, siblings }: Props) {
	const area = areaOf(current.section);
	return (
		<header className="top">
			<a className="brand" href={root}>
				<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
					<path
						d="M16 16 L6 8 M16 16 L27 6 M16 16 L28 20 M16 16 L9 27"
						stroke="currentColor"
						strokeWidth="2.5"
						strokeLinecap="round"
					/>
					<circle cx="16" cy="16" r="6" />
					<circle cx="6" cy="8" r="3" />
					<circle cx="27" cy="6" r="3" />
					<circle cx="28" cy="20" r="3" />
					<circle cx="9" cy="27" r="3" />
				</svg>
				hub
			</a>
			<nav className="parts" aria-label="Site">
				<ul>
					{AREAS.map(({ title, path }) => (
						<li key={title}>
							<a href={root + path} aria-current={area?.path === path ? "true" : undefined}>
								{title}
							</a>
						</li>
					))}
				</ul>
			</nav>
			<button type="button" className="search-button" aria-keyshortcuts="/ Control+K">
				Search
			</button>
			<button type="button" className="theme-button" aria-label="Theme: system">
				<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
					<circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="1.75" />
					<path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
				</svg>
			</button>
			<a className="repository" href={facts.repository}>
				GitHub <small>{facts.version}</small>
			</a>
			<details className="menu">
				<summary>Menu</summary>
				<nav aria-label="Menu">
					<Areas root={root} current={current} />
					{siblings.length > 1 && <Siblings root={root} current={current} siblings={siblings} />}
				</nav>
			</details>
		</header>
	);
}

/** All parts of the site; the part of the page is marked. */
function Areas({ root, current }: Pick<Props, "root" | "current">) {
	return (
		<div className="areas">
			{AREAS.map(({ title, parts }) => (
				<div key={title}>
					<p>{title}</p>
					<PartList {...{ parts, root, current }} />
				</div>
			))}
		</div>
	);
}

/** The pages of the section in their groups; the group of the page is open, and the page is marked. */
function Siblings({ root, current, siblings }: Pick<Props, "root" | "current" | "siblings">) {
	return [...groupPages(siblings)].map(([name, pages]) => (
		<details key={name} open={pages.includes(current)}>
			<summary>{name || current.kind}</summary>
			<PageList {...{ pages, root, current }} />
		</details>
	));
}
