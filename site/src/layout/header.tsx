import type { Facts } from "../page.ts";
import { AREAS, areaOf } from "./areas.ts";

interface Props {
	root: string;
	/** Section of the page. */
	current: string | undefined;
	facts: Facts;
	/** The pages of the section, for the drawer of small screens. */
	siblings: readonly { path: string; title: string }[];
}

/** Top of every page: mark, areas of the site, search, theme, repository; on small screens a drawer with the whole tree. */
export function Header({ root, current, facts, siblings }: Props) {
	const area = areaOf(current);
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
					{AREAS.map(({ title, parts }) => (
						<div key={title}>
							<p>{title}</p>
							<ul>
								{parts.map(({ section, path, text }) => (
									<li key={path}>
										<a href={root + path} aria-current={section === current ? "true" : undefined}>
											{text}
										</a>
										{section === current && siblings.length > 1 && (
											<ul>
												{siblings.map((page) => (
													<li key={page.path}>
														<a href={root + page.path}>{page.title}</a>
													</li>
												))}
											</ul>
										)}
									</li>
								))}
							</ul>
						</div>
					))}
				</nav>
			</details>
		</header>
	);
}
