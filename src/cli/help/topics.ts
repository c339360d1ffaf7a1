import type { Context } from "../context.ts";
import type { Page } from "../terminal/page.ts";
import { CALLED_HOSTS, STORED } from "./privacy.ts";
import { AGENTS, FORMATS, TOPIC_TEXTS, type TopicSection } from "./texts.ts";

/** A topic of `hub help`, besides commands. */
export interface Topic {
	name: string;
	summary: string;
	/** The text, ending with a line break. */
	format(context: Context): Promise<string>;
	/** The facts behind it, for `--json`. */
	facts(): Promise<unknown>;
}

const loadExitCodes = async () => (await import("../errors/exit-codes.ts")).EXIT_CODES;
const loadErrors = async () => (await import("../errors/error-codes.ts")).ERRORS;
const loadEnvironment = async () => (await import("../config/environment.ts")).ENVIRONMENT;
const loadOptions = async () => (await import("../options/global-options.ts")).GLOBAL_OPTIONS;
const loadMcpOptions = async () => (await import("../options/shared-options.ts")).mcp;

/** The facts of the topics, as `--json` prints them. */
const FACTS: Readonly<Record<string, () => Promise<unknown>>> = {
	options: loadOptions,
	"exit-codes": loadExitCodes,
	errors: async () => Object.entries(await loadErrors()).map(([code, entry]) => ({ code, ...entry })),
	environment: loadEnvironment,
	tools: loadMcpOptions,
	privacy: async () => ({ hosts: CALLED_HOSTS, stored: STORED }),
	agents: async () => AGENTS,
	formats: async () => FORMATS,
};

const toDefinition = ({ flags, description }: { flags: string; description: string }) => ({
	term: flags,
	text: description,
});

const LISTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
	options: async (page) => {
		page.blank();
		page.definitions([
			...(await loadOptions()).map(toDefinition),
			{ term: "-h, --help", text: "print the help of a command" },
			{ term: "-V, --version", text: "print the version" },
		]);
	},
	"exit-codes": async (page) => page.facts((await loadExitCodes()).map(({ code, meaning }) => [String(code), meaning])),
	errors: async (page) => {
		const entries = Object.entries(await loadErrors());
		page.definitions(entries.map(([term, { message, cause, fix }]) => ({ term, text: `${message} ${cause} ${fix}` })));
	},
	environment: async (page) => {
		for (const [subject, variables] of Object.entries(await loadEnvironment())) {
			page.heading(subject);
			page.definitions(variables.map(({ name, meaning }) => ({ term: name, text: meaning })));
		}
	},
	tools: async (page) => page.definitions((await loadMcpOptions()).map(toDefinition)),
	privacy: async (page) => {
		page.definitions(CALLED_HOSTS.map(({ host, purpose }) => ({ term: host, text: purpose })));
	},
	formats: async (page) => page.definitions(FORMATS.map(({ name, meaning }) => ({ term: name, text: meaning }))),
};

export const TOPICS: readonly Topic[] = TOPIC_TEXTS.map(({ name, summary, title = "", sections = [] }) => ({
	name,
	summary,
	facts: async () => await FACTS[name]?.(),
	format: async (context) =>
		name === "agents" ? await agentGuide() : await formatTopic(name, title, sections, context),
}));

async function formatTopic(
	name: string,
	title: string,
	sections: readonly TopicSection[],
	{ stdout, colors }: Context,
): Promise<string> {
	const { Page: TextPage } = await import("../terminal/page.ts");
	const page = new TextPage(stdout.columns ?? 100, colors.stdout);
	page.title(title, `hub help ${name}`);
	for (const { heading, text = [], list } of sections) {
		if (heading !== undefined) page.heading(heading);
		for (const paragraph of text) page.paragraph(paragraph);
		if (list) await LISTS[name]?.(page);
	}
	if (name === "privacy") page.definitions(Object.entries(STORED).map(([term, text]) => ({ term, text })));
	return page.toString();
}

/** Exit codes that tell an agent what to do next. */
const CODES: readonly number[] = [0, 2, 3, 4, 5, 6, 7];

/** Returns the guide for coding agents: `hub help agents`. */
export async function agentGuide(): Promise<string> {
	const { rules, examples } = AGENTS;
	const all = await loadExitCodes();
	const codes = all.filter(({ code }) => CODES.includes(code)).map(({ code, meaning }) => `${code} ${meaning}`);
	return `# hub for agents

${rules.map((rule) => `- ${rule}`).join("\n")}

\`\`\`sh
${examples.map(({ purpose, line }) => `# ${purpose}\n${line}`).join("\n")}
\`\`\`

Exit codes: ${codes.join("; ")}.

More: \`hub COMMAND --help\`, \`hub help errors\`. \`hub serve\` answers OpenAI's and Anthropic's APIs on this machine; \`hub mcp\` offers the tasks as tools.
`;
}

/** Returns the guide as a skill, the form in which agents load instructions on demand. */
export async function agentSkill(): Promise<string> {
	return `---\nname: hub\ndescription: ${AGENTS.description}\n---\n\n${await agentGuide()}`;
}
