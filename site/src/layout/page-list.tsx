import type { Page } from "../page.ts";
import type { Part } from "./areas.ts";

interface Props {
	root: string;
	current: Page;
}

/** Links to pages; the current one is marked. */
export function PageList({ pages, root, current }: Props & { pages: readonly Page[] }) {
	return (
		<ul>
			{pages.map((page) => (
				<li key={page.path}>
					<a href={root + page.path} aria-current={page === current ? "page" : undefined}>
						{page.navigationTitle ?? page.title}
					</a>
				</li>
			))}
		</ul>
	);
}

/** Links to the parts of an area; the part of the current page is marked. */
export function PartList({ parts, root, current }: Props & { parts: readonly Part[] }) {
	const [section] = current.section?.split("/") ?? [];
	return (
		<ul>
			{parts.map((part) => (
				<li key={part.path}>
					<a href={root + part.path} aria-current={part.section === section ? "true" : undefined}>
						{part.text}
					</a>
				</li>
			))}
		</ul>
	);
}
