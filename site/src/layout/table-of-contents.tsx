import { Fragment, type ReactNode } from "react";
import type { Heading } from "../page.ts";

/** Least number of headings for a table of contents. */
const LEAST = 3;

/** "On this page": the headings of a page that has several. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
	if (headings.filter(({ depth }) => depth === 2).length < LEAST) return null;
	return (
		<nav className="contents" aria-label="On this page">
			<p>On this page</p>
			<ul>
				{headings
					.filter(({ depth }) => depth < 4)
					.map(({ id, text, depth }) => (
						<li key={id} className={`depth-${depth}`}>
							<a href={`#${id}`}>{breakable(text)}</a>
						</li>
					))}
			</ul>
		</nav>
	);
}

/** The same above the text, closed, where there is no room beside it. */
export function ContentsMenu({ headings }: { headings: readonly Heading[] }) {
	const parts = headings.filter(({ depth }) => depth === 2);
	if (parts.length < LEAST) return null;
	return (
		<details className="contents-menu">
			<summary>On this page</summary>
			<ul>
				{parts.map(({ id, text }) => (
					<li key={id}>
						<a href={`#${id}`}>{breakable(text)}</a>
					</li>
				))}
			</ul>
		</details>
	);
}

/** A long name may break before its capitals, `InferenceClient|Error`. */
function breakable(text: string): ReactNode {
	if (text.includes(" ") || text.length < 20) return text;
	return text.split(/(?<=[a-z])(?=[A-Z])/).map((part, index) => {
		const key = `${index}-${part}`;
		return (
			<Fragment key={key}>
				{index > 0 && <wbr />}
				{part}
			</Fragment>
		);
	});
}
