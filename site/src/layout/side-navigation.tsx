import type { Page } from "../page.ts";
import { areaOf, groupPages } from "./areas.ts";
import { PageList, PartList } from "./page-list.tsx";

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
			{parts.length > 1 && <PartList {...{ parts, root, current }} />}
			{[...groups].map(([name, members]) => (
				<div key={name}>
					{name && <p>{name}</p>}
					<PageList {...{ pages: members, root, current }} />
				</div>
			))}
		</nav>
	);
}
