import { Code } from "../components/code.jsx";
import { Island } from "../components/island.jsx";
import { RunIt } from "../components/run-it.jsx";

const GUIDES = import.meta.glob("../guides/*.mdx", { eager: true });

/** Components that guides may use besides Markdown. */
const COMPONENTS = { Code, Island, RunIt };

/** The guides in their order, and the list of them. */
export function listGuides() {
	const guides = Object.entries(GUIDES)
		.map(([file, { default: Content, frontmatter }]) => {
			const name = /([\w-]+)\.mdx$/.exec(file)[1];
			return {
				path: `guides/${name}/`,
				...frontmatter,
				source: `site/src/guides/${name}.mdx`,
				isSource: true,
				kind: "Guides",
				section: "guides",
				content: <Content components={COMPONENTS} />,
			};
		})
		.sort((left, right) => left.order - right.order);
	guides.forEach((guide, index) => {
		guide.previous = guides[index - 1];
		guide.next = guides[index + 1];
	});
	return [overview(guides), ...guides];
}

function overview(guides) {
	return {
		path: "guides/",
		title: "Guides",
		description: "From the first call to batches, servers and recorded tests.",
		source: "site/src/pages/guides.jsx",
		kind: "Guides",
		section: "guides",
		navigationTitle: "All guides",
		content: (
			<ul className="cards">
				{guides.map(({ path, title, description }) => (
					<li key={path}>
						<a href={`/${path}`}>{title}</a>
						<p>{description}</p>
					</li>
				))}
			</ul>
		),
	};
}
