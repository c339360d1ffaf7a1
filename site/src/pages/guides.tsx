import type { ComponentType } from "react";
import { Callout, Step, Steps } from "../components/callout.tsx";
import { Code } from "../components/code.tsx";
import { GatewayDiagram, ResumeDiagram, RoutingDiagram } from "../components/diagram.tsx";
import { Island } from "../components/island.tsx";
import { RunIt } from "../components/run-it.tsx";

import type { Page } from "../page.ts";
import { IN_DEPTH, REPOSITORY_PAGES } from "./repository.tsx";

interface Guide {
	default: ComponentType<{ components: typeof COMPONENTS }>;
	frontmatter: { title: string; description: string; order: number; group: string; names?: string[] };
}

const GUIDES = import.meta.glob<Guide>("../guides/*.mdx", { eager: true });

const GROUPS = [
	{ name: "Start", text: "From the first call to the right model, provider and key." },
	{ name: "Build", text: "What programs do with models: streams, tools, data, images, search, tests." },
	{ name: "Operate", text: "Many rows, many users, agents, budgets, and the days when things fail." },
	{ name: IN_DEPTH, text: "The whole of a subject, after its guide." },
];

/** Components that guides may use besides Markdown. */
const COMPONENTS = { Callout, Code, GatewayDiagram, Island, ResumeDiagram, RoutingDiagram, RunIt, Step, Steps };

/** The guides in their order, and the list of them. */
export function listGuides(): Page[] {
	const guides: Page[] = Object.entries(GUIDES)
		.map(([file, { default: Content, frontmatter }]) => {
			const name = /([\w-]+)\.mdx$/.exec(file)?.[1] ?? "";
			const { order, ...facts } = frontmatter;
			const page: Page = {
				path: `guides/${name}/`,
				...facts,
				source: `site/src/guides/${name}.mdx`,
				isSource: true,
				kind: "Guides",
				section: "guides",
				content: <Content components={COMPONENTS} />,
			};
			return { order, page };
		})
		.sort((left, right) => left.order - right.order)
		.map(({ page }) => page);
	guides.forEach((guide, index) => {
		guide.previous = guides[index - 1];
		guide.next = guides[index + 1];
	});
	const inDepth = REPOSITORY_PAGES.filter(({ group }) => group === IN_DEPTH);
	return [overview([...guides, ...inDepth]), ...guides];
}

function overview(guides: readonly Page[]): Page {
	return {
		path: "guides/",
		title: "Guides",
		description: "From the first call to batches, servers and recorded tests.",
		source: "site/src/pages/guides.tsx",
		kind: "Guides",
		section: "guides",
		navigationTitle: "All guides",
		content: (
			<>
				{GROUPS.map(({ name, text }) => (
					<section key={name}>
						<h2>{name}</h2>
						<p>{text}</p>
						<ul className="cards">
							{guides
								.filter(({ group }) => group === name)
								.map(({ path, title, description }) => (
									<li key={path}>
										<a href={`/${path}`}>{title}</a>
										<p>{description}</p>
									</li>
								))}
						</ul>
					</section>
				))}
			</>
		),
	};
}
