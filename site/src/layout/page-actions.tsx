import type { Page } from "../page.ts";

interface Props {
	page: Page;
	root: string;
	twin: string;
	repository: string;
}

/** Links to the source of the page, and to the page as Markdown. */
export function PageActions({ page, root, twin, repository }: Props) {
	return (
		<ul className="page-actions">
			<li>
				<a href={`${repository}/edit/main/${page.source}`}>Update on GitHub</a>
			</li>
			<li>
				<button type="button" className="copy-page" data-twin={root + twin}>
					Copy page
				</button>
			</li>
			<li>
				<a href={root + twin}>Markdown</a>
			</li>
		</ul>
	);
}
