import Changes from "../../../CHANGELOG.md";
import Compatibility from "../../../COMPATIBILITY.md";
import Architecture from "../../../docs/architecture.md";
import Batch from "../../../docs/batch.md";
import Benchmarks from "../../../docs/benchmarks.md";
import Daily from "../../../docs/daily.md";
import Exchanges from "../../../docs/exchanges.md";
import Json from "../../../docs/json.md";
import Safety from "../../../docs/safety.md";
import Serve from "../../../docs/serve.md";
import Tools from "../../../docs/tools.md";

/** Pages made of one file of the repository each. */
import type { Page } from "../page.ts";

/** Name of the group of pages with the whole of a subject, after its guide. */
export const IN_DEPTH = "In depth";

const SUBJECTS = [
	{
		path: "in-depth/batch/",
		title: "hub batch in depth",
		description: "Inputs, outputs, limits, shards, services and errors of a batch: all of it.",
		source: "docs/batch.md",
		content: Batch,
	},
	{
		path: "in-depth/serve/",
		title: "hub serve in depth",
		description: "Routes, keys, budgets, failover, logs and operation of the gateway: all of it.",
		source: "docs/serve.md",
		content: Serve,
	},
	{
		path: "in-depth/tools/",
		title: "Tools in depth",
		description: "Servers of tools, approval, limits and agents: all of it.",
		source: "docs/tools.md",
		content: Tools,
	},
	{
		path: "in-depth/daily-use/",
		title: "Daily use",
		description: "Prompts, aliases, fields, pipes, history and settings for every day.",
		source: "docs/daily.md",
		content: Daily,
	},
	{
		path: "in-depth/recordings/",
		title: "Recordings in depth",
		description: "The files of recordings, how requests are compared, and what is removed from them.",
		source: "docs/exchanges.md",
		content: Exchanges,
	},
	{
		path: "in-depth/safety/",
		title: "Safety in depth",
		description: "What holds against hostile data, hosts and models, with the test of each rule.",
		source: "docs/safety.md",
		content: Safety,
	},
];

const FILES: (Omit<Page, "kind"> & { kind?: string })[] = [
	{
		path: "compatibility/",
		section: "compatibility",
		title: "Compatibility",
		description: "What works as in @huggingface/inference, what differs, and why.",
		source: "COMPATIBILITY.md",
		content: <Compatibility />,
	},
	{
		path: "changes/",
		section: "changes",
		title: "Changes",
		description: "What is new in each version.",
		source: "CHANGELOG.md",
		content: <Changes />,
	},
	{
		path: "json/",
		title: "JSON output",
		description: "The fields each command prints with --json, and those of errors.",
		source: "docs/json.md",
		content: <Json />,
		section: "commands",
		group: "Formats",
	},
	...SUBJECTS.map(({ content: Content, ...page }) => ({
		...page,
		content: <Content />,
		kind: IN_DEPTH,
		section: "guides",
		group: IN_DEPTH,
	})),
	{
		path: "performance/",
		section: "performance",
		title: "Performance",
		description: "Every measurement beside its peers, with the rows that are worse than a peer too.",
		source: "docs/benchmarks.md",
		content: <Benchmarks />,
	},
	{
		path: "architecture/",
		title: "Architecture",
		description: "How the project is organized, and why it is built that way.",
		source: "docs/architecture.md",
		content: <Architecture />,
	},
];

export const REPOSITORY_PAGES: Page[] = FILES.map((page) => ({ kind: "Project", ...page, isSource: true }));
