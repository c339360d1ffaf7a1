import type { Page } from "../page.ts";
import { areaOf, groupPages } from "./areas.ts";

interface Props {
	pages: readonly Page[];
	current: Page;
	root: string;
}

/** The parts of the area, and the pages of the section in groups, next to the text if there is room. */
export function SideNavigation({ pages, current, root }: Props) {
	const parts = areaOf(current.section)?.parts ?? [];
	if ((pages.length < 2 && parts.length < 2) || current.layout) return null;
	const groups = groupPages(pages.length > 1 ? pages : []);
	return (
		<nav className="side" aria-label={current.kind}>
			{parts.length > 1 && (
				<ul className="area">
					{parts.map(({ path, text, section }) => (
						<li key={path}>
							<a href={root + path} aria-current={section === current.section?.split("/")[0] ? "true" : undefined}>
								{text}
							</a>
						</li>
					))}
				</ul>
			)}
			{[...groups].map(([name, members]) => (
				<div key={name}>
					{name && <p>{name}</p>}
					<ul>
						{members.map((page) => (
							<li key={page.path}>
								<a href={root + page.path} aria-current={page === current ? "page" : undefined}>
									{page.navigationTitle ?? page.title}
								</a>
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}
