/** Headings from which a table of contents helps. */
const LEAST = 3;

/** "On this page": the headings of a page that has several. */
export function TableOfContents({ headings }) {
	if (headings.filter(({ depth }) => depth === 2).length < LEAST) return null;
	return (
		<nav className="contents" aria-label="On this page">
			<p>On this page</p>
			<ul>
				{headings
					.filter(({ depth }) => depth < 4)
					.map(({ id, text, depth }) => (
						<li key={id} className={`depth-${depth}`}>
							<a href={`#${id}`}>{text}</a>
						</li>
					))}
			</ul>
		</nav>
	);
}
