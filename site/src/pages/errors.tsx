import { Facts } from "../components/facts.tsx";
import { Filter, wordsOf } from "../components/filter.tsx";
import { Prose } from "../components/prose.tsx";
import type { Page, Facts as SiteFacts } from "../page.ts";
import { pathOfName } from "./api.tsx";
import "./errors.css";

type ErrorFacts = SiteFacts["errors"][number];

/** `errors/`: the catalogue; the code of an error is its anchor. */
export function listErrors({ errors, api }: SiteFacts): Page[] {
	const classes = groupByExit(errors);
	return [
		{
			path: "errors/",
			title: "Errors",
			description: "Every error by its code: what it means, why it happens, and what to do.",
			source: "src/cli/errors/error-codes.ts",
			kind: "Reference",
			section: "errors",
			content: (
				<>
					<p>
						With <code>--json</code> an error is an object on stderr and carries its code; codes do not change between
						versions. See <a href="/guides/errors-and-retries/">errors and retries</a> for the classes of the library.
					</p>
					<Filter list="errors" placeholder="A code, a status or words of the message" />
					<div id="errors">
						{Object.entries(classes).map(([exit, members]) => (
							<section key={exit} className="filter-group">
								<h2 id={`exit-${exit}`}>
									{TITLES[exit] ?? exit} (exit code {members[0]?.exitCode})
								</h2>
								{members.map((error) => (
									<ErrorEntry key={error.code} {...error} />
								))}
							</section>
						))}
					</div>
					<h2 id="classes">Classes of the library</h2>
					<dl className="definitions">
						{errorClasses(api).map(({ name, path, text }) => (
							<div key={name} id={name}>
								<dt>
									<a href={path}>
										<code>{name}</code>
									</a>
								</dt>
								<dd>{text}</dd>
							</div>
						))}
					</dl>
				</>
			),
		},
	];
}

const TITLES: Record<string, string> = {
	failure: "Failures",
	usage: "Wrong usage",
	auth: "Tokens and permissions",
	provider: "The provider",
	output: "Malformed responses",
	unavailable: "Limits and outages",
	network: "Network",
	interrupted: "Interrupted",
	terminated: "Terminated",
};

/** The classes of errors that the library exports, each with the page of the API. */
function errorClasses(api: SiteFacts["api"]) {
	const found = api.flatMap((entry) =>
		entry.module.children
			.filter(({ kind, name }) => kind === CLASS && name.endsWith("Error"))
			.map((child) => ({
				name: child.name,
				path: `/${pathOfName(entry, child)}`,
				text: (child.comment?.summary ?? []).map(({ text }) => text.replaceAll("`", "")).join(""),
			})),
	);
	return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

/** TypeDoc's kind of a class. */
const CLASS = 128;

function ErrorEntry({ code, message, cause, fix, ...others }: ErrorFacts) {
	return (
		<details className="error" id={code} data-words={wordsOf(code, message, cause, fix)}>
			<summary>
				<code>{code}</code> <span>{message}</span>
			</summary>
			<Facts
				rows={[
					["Cause", <Prose key="cause">{cause}</Prose>],
					["What to do", <Prose key="fix">{fix}</Prose>],
					[
						"Failover",
						"canFailOver" in others && others.canFailOver && "the next provider is tried, where several are named",
					],
				]}
			/>
		</details>
	);
}

function groupByExit(errors: readonly ErrorFacts[]): Record<string, ErrorFacts[]> {
	const groups: Record<string, ErrorFacts[]> = {};
	for (const error of errors) groups[error.exit] = [...(groups[error.exit] ?? []), error];
	return groups;
}
