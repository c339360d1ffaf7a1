import { Code } from "../components/code.tsx";
import { Island } from "../components/island.tsx";
import { CALLS } from "../islands/calls.ts";
import type { Page } from "../page.ts";
import "./home.css";

/** Tasks to try at once, without parameters: those are on the pages of the tasks. */
const TASKS = Object.values(CALLS).map((task) => ({ ...task, parameters: [] }));

const FEATURES = [
	{
		title: "Any task, any provider",
		text: "Chat, speech, images, embeddings and tables, at 25 providers or your own endpoint, through one command and one library.",
		href: "/guides/tasks-and-inputs/",
	},
	{
		title: "Runs with no token and no network",
		text: "The sandbox replaces the hub, the router and all providers: here, on your machine, and in your tests.",
		href: "/guides/record-and-replay/",
	},
	{
		title: "The code for your program",
		text: "From a model id to code that runs, in Python, JavaScript or a shell, for a provider or a library.",
		href: "/use/",
	},
	{
		title: "A drop-in",
		text: "Change one import, and a program for @huggingface/inference keeps its names, types and results.",
		href: "/guides/from-huggingface-inference/",
	},
	{
		title: "Data sets, crash-proof",
		text: "hub batch resumes after a kill, learns rate limits, and stops before the budget is spent.",
		href: "/guides/batch/",
	},
	{
		title: "One URL for every program",
		text: "hub serve puts all providers behind one local OpenAI-compatible URL, with failover and cost.",
		href: "/guides/serve/",
	},
];

/** Home: the project in one screen, and a live call. */
export const HOME: Page = {
	path: "",
	title: "hub – one command for hosted models",
	heading: "Every hosted model, one command",
	description:
		"Run about 30 machine-learning tasks at 25 providers from the terminal, from JavaScript, or right here on the sandbox.",
	source: "site/src/pages/home.tsx",
	kind: "Tools",
	layout: "home",
	content: (
		<div className="home-page">
			<div className="home-try">
				<div className="home-start">
					<Code language="sh">npm i -g modelhub</Code>
					<ul>
						<li>
							<a href="/guides/getting-started/">Getting started</a>
						</li>
						<li>
							<a href="/use/">Use a model</a>
						</li>
						<li>
							<a href="/playground/">Playground</a>
						</li>
						<li>
							<a href="/tasks/">Tasks</a>
						</li>
					</ul>
				</div>
				<Island name="run-it" props={{ tasks: TASKS }} markdown={'hub infer --sandbox -t chat "What is 12 * 7?"'} />
			</div>
			<ul className="features">
				{FEATURES.map(({ title, text, href }) => (
					<li key={title}>
						<a href={href}>{title}</a>
						<p>{text}</p>
					</li>
				))}
			</ul>
		</div>
	),
};
