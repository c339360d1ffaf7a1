import type { ElementType } from "react";
import type { CommandDescription, OptionRow } from "../../build/commands.ts";
import { slug } from "../../build/slug.ts";
import { Code } from "../components/code.tsx";
import { Links } from "../components/facts.tsx";
import { Prose } from "../components/prose.tsx";
import type { CommandFacts, Facts, Page } from "../page.ts";

const SECTION = { kind: "Commands", section: "commands" };

/** The list of commands with their common options, and a page each. */
export function listCommands({ commands }: Facts): Page[] {
	return [overview(commands), ...commands.list.map((command) => describe(command, commands.jsonHeadings))];
}

function overview({ list, globalOptions, exitCodes, environment, formats }: Facts["commands"]): Page {
	return {
		...SECTION,
		path: "commands/",
		title: "Commands",
		navigationTitle: "All commands",
		description: "Every command of hub, the options all of them take, exit codes and variables.",
		source: "src/cli/commands.ts",
		content: (
			<>
				<dl className="definitions">
					{list.map(({ name, summary }) => (
						<div key={name}>
							<dt>
								<a href={`/commands/${name}/`}>
									<code>hub {name}</code>
								</a>
							</dt>
							<dd>{summary}</dd>
						</div>
					))}
				</dl>
				<h2>Options of every command</h2>
				<OptionList
					rows={[
						...globalOptions.map(({ flags, description }) => ({
							flags,
							name: flags.split(" ")[0] ?? flags,
							description,
						})),
						{ flags: "-h, --help", name: "--help", description: "print the help of a command" },
						{ flags: "-V, --version", name: "--version", description: "print the version" },
					]}
				/>
				<h2>Exit codes</h2>
				<ExitCodes rows={exitCodes} />
				<h2>Formats</h2>
				<dl className="definitions">
					{formats.map(({ name, meaning }) => (
						<div key={name}>
							<dt>
								<code>--format {name}</code>
							</dt>
							<dd>{meaning}</dd>
						</div>
					))}
				</dl>
				<p>
					The fields of <a href="/json/">JSON</a> stay as they are: none is renamed or removed without a new major
					version. An error is an object on stderr then, with a <a href="/errors/">code</a>.
				</p>
				<h2>Environment</h2>
				{Object.entries(environment).map(([subject, variables]) => (
					<section key={subject}>
						<h3>{subject}</h3>
						<dl className="definitions">
							{variables.map(({ name, meaning }) => (
								<div key={name}>
									<dt>
										<code>{name}</code>
									</dt>
									<dd>{meaning}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</>
		),
	};
}

function describe(command: CommandFacts, jsonHeadings: readonly string[]): Page {
	const headings = jsonHeadings.filter((heading) => new RegExp(`\\bhub ${command.name}\\b`).test(heading));
	return {
		...SECTION,
		path: `commands/${command.name}/`,
		title: `hub ${command.name}`,
		names: [command.name],
		description: command.description,
		lead: <Prose>{command.description}</Prose>,
		// `hub ask` is `hub infer -t chat`, and is declared there.
		source: `src/cli/commands/${command.name === "ask" ? "infer" : command.name}/command.ts`,
		content: (
			<>
				<Body command={command} Heading="h2" />
				{command.subcommands.map((subcommand) => (
					<section key={subcommand.name}>
						<h2 id={subcommand.name}>{subcommand.call}</h2>
						<p>
							<Prose>{subcommand.description}</Prose>
						</p>
						<Body command={subcommand} Heading="h3" />
					</section>
				))}
				{headings.length > 0 && (
					<p>
						Fields of its JSON output: <Links items={headings.map((heading) => [`/json/#${slug(heading)}`, heading])} />
						.
					</p>
				)}
				<p>
					All commands also take the <a href="/commands/#options-of-every-command">options of every command</a>.
				</p>
			</>
		),
	};
}

interface BodyProps {
	command: CommandDescription;
	/** Of the parts: `h2` for a command, `h3` for a subcommand. */
	Heading: "h2" | "h3";
}

function Body({ command, Heading }: BodyProps) {
	const GroupHeading: ElementType = Heading === "h2" ? "h3" : "h4";
	return (
		<>
			<Code language="text">{command.usage}</Code>
			{command.examples.length > 0 && (
				<>
					<Heading>Examples</Heading>
					{command.examples.map((example) => (
						<Code key={example} language="sh">
							{example}
						</Code>
					))}
				</>
			)}
			{command.arguments.length > 0 && (
				<>
					<Heading>Arguments</Heading>
					<dl className="definitions">
						{command.arguments.map(({ name, description, required }) => (
							<div key={name}>
								<dt>
									<code>{name}</code> {!required && <small>optional</small>}
								</dt>
								<dd>
									<Prose>{description}</Prose>
								</dd>
							</div>
						))}
					</dl>
				</>
			)}
			{command.groups.length > 0 && (
				<>
					<Heading>Options</Heading>
					{command.groups.map(({ title, rows }) => (
						<section key={title}>
							{title !== "Options" && <GroupHeading>{title}</GroupHeading>}
							<OptionList rows={rows} command={command} />
						</section>
					))}
				</>
			)}
			{command.notes.length > 0 && <Heading>Notes</Heading>}
			{command.notes.map(({ title, text, lines }) =>
				lines ? (
					<section key={title}>
						<p>
							<Prose>{title}</Prose>
						</p>
						<Code>{lines.join("\n")}</Code>
					</section>
				) : (
					<p key={text}>
						<Prose>{text}</Prose>
					</p>
				),
			)}
			{command.json.length > 0 && (
				<>
					<Heading>JSON</Heading>
					{command.json.map((text) => (
						<p key={text}>
							<Prose>{text}</Prose>
						</p>
					))}
				</>
			)}
			{command.exitCodes.length > 0 && (
				<>
					<Heading>Exit codes</Heading>
					<ExitCodes rows={command.exitCodes} />
				</>
			)}
			{command.seeAlso.length > 0 && (
				<>
					<Heading>See also</Heading>
					<ul>
						{command.seeAlso.map((text) => (
							<li key={text}>
								<a href={linkOf(text)}>
									<code>{text}</code>
								</a>
							</li>
						))}
					</ul>
				</>
			)}
		</>
	);
}

/** Returns the page of `hub batch --help` or `hub help environment`. */
function linkOf(text: string): string {
	const [, word = "", topic = ""] = text.split(" ");
	if (word !== "help") return `/commands/${word}/`;
	if (topic === "errors") return "/errors/";
	if (!["exit-codes", "environment", "formats", "options"].includes(topic)) return "/commands/";
	const anchors: Record<string, string> = { options: "options-of-every-command" };
	return `/commands/#${anchors[topic] ?? topic}`;
}

function OptionList({ rows, command }: { rows: readonly OptionRow[]; command?: CommandDescription }) {
	return (
		<dl className="definitions">
			{rows.map(({ flags, name, description, choices, default: standard }) => (
				<div key={flags} id={command?.call.split(" ").length === 2 || !command ? `option${name}` : undefined}>
					<dt>
						<code>{flags}</code>
					</dt>
					<dd>
						<Prose>{description}</Prose>
						{choices && <small>One of {choices.join(", ")}.</small>}
						{standard !== undefined && <small>Default: {String(standard)}.</small>}
					</dd>
				</div>
			))}
		</dl>
	);
}

function ExitCodes({ rows }: { rows: readonly { code: string | number; meaning: string }[] }) {
	return (
		<dl className="definitions narrow">
			{rows.map(({ code, meaning }) => (
				<div key={`${code} ${meaning}`}>
					<dt>{code !== "" && <code>{code}</code>}</dt>
					<dd>{meaning}</dd>
				</div>
			))}
		</dl>
	);
}
