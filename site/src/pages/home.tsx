import { Code } from "../components/code.tsx";
import { Fan, FanLines } from "../components/fan.tsx";
import { RunIt } from "../components/run-it.tsx";
import { Terminal } from "../components/terminal.tsx";
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

/** What most readers come for. */
const WAYS = [
	["/tasks/automatic-speech-recognition/", "Transcribe a recording"],
	["/guides/coding-agents/", "Run Claude Code or Codex on open models"],
	["/guides/batch/", "Process a million rows"],
	["/guides/streaming/", "Stream an answer in TypeScript"],
] as const;

/** Markdown as text. */
const plain = (text: string) => text.replaceAll("`", "");

/** Home: what it is, a live call, why it is better, and how to start. */
export function listHome({ figures, repository, terminal, providers }: Facts): Page {
	const { session } = figures;
	const tokens = session.inputTokens + session.outputTokens;
	const nameOf = (wanted: string) => providers.find(({ id }) => id === wanted)?.name ?? wanted;
	const { start, referenceStart, openaiStart, resume } = figures;
	const proof = [
		{
			figure: "1,000,000 rows",
			title: "killed, and continued",
			text: [
				"The output is the journal, so the same command continues where it stopped.",
				`It reads a million finished lines in ${resume.value} times the CPU of ${plain(resume.over)}.`,
				"In 100 runs that were killed up to five times each, every row was there exactly once.",
			],
			href: "/guides/batch/",
			link: "Batch",
		},
		{
			figure: `$${session.cost.toFixed(4)}`,
			title: "for a session of a coding agent",
			text: [
				`${session.agent} reads a file and writes another through hub launch: ${session.calls} calls and ${tokens.toLocaleString("en")} tokens, recorded on the sandbox, at the price of ${session.model} at ${nameOf(session.provider)}.`,
				"--max-cost 1 stops it in time.",
				`With hub as its tool, an agent writes and reads ${Math.round(figures.agentShare * 100)} % of what curl takes, over ${figures.agentJobs} jobs.`,
			],
			href: "/guides/coding-agents/",
			link: "Coding agents",
		},
		{
			figure: `${Math.round(figures.chatBundle / 1000)} kB`,
			title: "for a chat in a page",
			text: [
				"That is the most it adds to a bundle, compressed: every test run checks it.",
				`In the shell, 20 streamed tokens take ${start.value} times as long as ${plain(start.over)}; a script with the reference client takes ${referenceStart.value} times as long, one with the openai package ${openaiStart.value} times.`,
			],
			href: "/performance/",
			link: "Every measurement, also the bad ones",
		},
	];
	return {
		path: "",
		title: "hub – one command for hosted models",
		heading: "Every hosted model. One command.",
		description:
			"Chat, images, speech, embeddings and tables at 25 providers: from the terminal, from TypeScript, or right here in the page.",
		source: "site/src/pages/home.tsx",
		kind: "Home",
		layout: "home",
		content: (
			<div className="home-page">
				<section className="home-first" aria-label="Start">
					<div className="home-start">
						<a className="button primary" href="/guides/getting-started/">
							Getting started
						</a>
						<Code language="sh">{`git clone ${repository}\ncd hub\nnpm ci && npm link`}</Code>
						<ul className="home-ways">
							{WAYS.map(([href, text]) => (
								<li key={href}>
									<a href={href}>{text}</a>
								</li>
							))}
						</ul>
					</div>
					<Terminal commands={terminal} />
				</section>
				<section className="home-fan" aria-label="Providers">
					<Fan providers={providers} />
					<p>
						<a href="/providers/">Which provider serves which task</a>
					</p>
				</section>
				<section>
					<h2>Call one here</h2>
					<RunIt tasks={TASKS} />
				</section>
				<section>
					<h2>Measured</h2>
					<div className="proof">
						{proof.map(({ figure, title, text, href, link }) => (
							<article key={figure}>
								<h3>
									<span className="figure">{figure}</span> {title}
								</h3>
								<p>{text.filter(Boolean).join(" ")}</p>
								<p>
									<a href={href}>{link}</a>
								</p>
							</article>
						))}
					</div>
				</section>
				<section>
					<h2>Beside what you use today</h2>
					<table className="stacked">
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
				<section className="home-last" aria-label="Begin">
					<FanLines />
					<p className="last-sentence">
						<span>Three lines to install.</span> <span>No token for the first call.</span>
					</p>
					<p>
						<a className="button primary" href="/guides/getting-started/">
							Getting started
						</a>{" "}
						<a href="/playground/">or open the playground</a>
					</p>
				</section>
			</div>
		),
	};
}
