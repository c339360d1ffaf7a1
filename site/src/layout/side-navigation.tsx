import type { Page } from "../page.ts";

interface Props {
	pages: readonly Page[];
	current: Page;
	root: string;
}

/** The pages of a section in groups, next to the text if there is room. */
export function SideNavigation({ pages, current, root }: Props) {
	if (pages.length < 2 || current.layout === "wide") return null;
	const groups = new Map<string, Page[]>();
	for (const page of pages) groups.set(page.group ?? "", [...(groups.get(page.group ?? "") ?? []), page]);
	return (
		<nav className="side" aria-label={current.kind}>
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
