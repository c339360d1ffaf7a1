import { Code } from "../components/code.tsx";
import { HubScene } from "../components/hub-scene.tsx";
import { Island } from "../components/island.tsx";
import { CALLS } from "../islands/calls.ts";
import type { Facts, Page } from "../page.ts";
import "./home.css";

/** Tasks to try at once, without parameters: those are on the pages of the tasks. */
const TASKS = Object.values(CALLS).map((task) => ({ ...task, parameters: [] }));

/** Rows of "instead of": what each does that hub does not, or not yet, is said as well. */
const INSTEAD = [
	{
		name: "@huggingface/inference",
		gains: "The same names and types, a third of the start-up CPU, retries, recordings, budgets, runTools.",
		keeps: "You need a package published by Hugging Face itself.",
	},
	{
		name: "litellm",
		gains: "One command with no Python service and no database; failover, budgets and a log in one process.",
		keeps: "You need its admin pages, teams and single sign-on.",
	},
	{
		name: "llm",
		gains: "Images, speech, embeddings and tables as well as chat; data over millions of rows; an offline sandbox.",
		keeps: "You rely on its plugins.",
	},
	{
		name: "openai",
		gains: "25 providers behind one client, failover between them, and tests without a network.",
		keeps: "You use assistants, files or the realtime service.",
	},
];

const STORIES = [
	{
		title: "A dataset overnight",
		text: "Kill it, run it again: finished rows are kept. Rate limits never fail a row, and the budget holds.",
		href: "/guides/batch/",
		code: '$ hub batch reviews.csv -o out.jsonl \\\n  -t chat --sandbox --max-cost 5 \\\n  --schema "sentiment, reason" \\\n  --prompt "Label: {{ text }}"\n2 of 2 done, 0 failed; 26.5 rows/s; $0.0006',
	},
	{
		title: "Every agent on any provider",
		text: "Codex, Claude Code and editors speak to one local URL, with failover, a budget and a log.",
		href: "/guides/coding-agents/",
		code: "$ hub serve --sandbox --port 4141\nexport OPENAI_BASE_URL=http://127.0.0.1:4141/v1 OPENAI_API_KEY=hub_…\nhub serve listens on http://127.0.0.1:4141. Ctrl-C ends it.",
	},
	{
		title: "Tests without a network",
		text: "Record a call once, or let the sandbox answer. No mock, no token, no flaky provider.",
		href: "/guides/testing/",
		code: '$ hub infer -t chat --sandbox \\\n  --record calls "What is 12 * 7?"\n12 * 7 = 84\n$ hub infer -t chat --sandbox \\\n  --replay calls "What is 12 * 7?"\n12 * 7 = 84',
	},
];

/** Home: what it is, a live call, why it is better, and how to start. */
export function listHome({ figures, repository }: Facts): Page {
	const proof = [
		{
			figure: `${Math.round(figures.start)} ms`,
			text: `from the shell to the last of 20 streamed tokens; a script with the reference client takes ${Math.round(figures.referenceStart)} ms`,
		},
		{
			figure: `${figures.batchOverOpenai.toFixed(1)}×`,
			text: `the rows per second of a loop over the openai package, and ${Math.round(figures.batchOverLoop * 100)} % of a bare HTTP loop`,
		},
		{ figure: `${figures.gatewayMilliseconds} ms`, text: "is what the gateway adds to a call at the median" },
		{ figure: "25", text: "providers and about 30 tasks behind one command and one library" },
	];
	return {
		path: "",
		title: "hub – one command for hosted models",
		heading: "Every hosted model, one command",
		description:
			"Chat, images, speech, embeddings and tables at 25 providers: from the terminal, from TypeScript, or right here in the page.",
		source: "site/src/pages/home.tsx",
		kind: "Tools",
		layout: "home",
		content: (
			<div className="home-page">
				<HubScene />
				<div className="home-start">
					<a className="button primary" href="/guides/getting-started/">
						Getting started
					</a>
					<Code language="sh">{`git clone ${repository} hub && cd hub\nnpm ci && npm link`}</Code>
				</div>
				<Island name="run-it" props={{ tasks: TASKS }} markdown={'hub infer --sandbox -t chat "What is 12 * 7?"'} />
				<section>
					<h2>Measured, not claimed</h2>
					<dl className="proof">
						{proof.map(({ figure, text }) => (
							<div key={figure}>
								<dt>{figure}</dt>
								<dd>{text}</dd>
							</div>
						))}
					</dl>
					<p className="source">
						From <a href="docs/benchmarks.md">the benchmarks</a>, which <code>npm run bench</code> measures again on
						your machine.
					</p>
				</section>
				<section>
					<h2>In the terminal</h2>
					<div className="recording-frame">
						<img
							className="recording"
							src="/samples/chat.svg"
							width="872"
							height="206"
							loading="lazy"
							alt="A terminal: hub explains attention in one sentence, and classifies a message with three labels"
						/>
					</div>
				</section>
				<section>
					<h2>Three stories</h2>
					<div className="stories">
						{STORIES.map(({ title, text, href, code }) => (
							<article key={title}>
								<h3>
									<a href={href}>{title}</a>
								</h3>
								<p>{text}</p>
								<Code language="sh">{code}</Code>
							</article>
						))}
					</div>
				</section>
				<section>
					<h2>Instead of</h2>
					<table className="instead">
						<thead>
							<tr>
								<th>If you use</th>
								<th>hub gives you</th>
								<th>Stay where you are if</th>
							</tr>
						</thead>
						<tbody>
							{INSTEAD.map(({ name, gains, keeps }) => (
								<tr key={name}>
									<td>
										<code>{name}</code>
									</td>
									<td data-label="hub gives you">{gains}</td>
									<td data-label="Stay where you are if">{keeps}</td>
								</tr>
							))}
						</tbody>
					</table>
					<p>
						Changing from the reference client is one line:{" "}
						<a href="/guides/from-huggingface-inference/">modelhub is a drop-in replacement</a>.
					</p>
				</section>
			</div>
		),
	};
}
