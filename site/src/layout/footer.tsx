import type { DocumentProps } from "./document.tsx";

const LINKS = [
	["guides/", "Guides"],
	["tasks/", "Tasks"],
	["providers/", "Providers"],
	["libraries/", "Libraries"],
	["use/", "Use a model"],
	["templates/", "Templates"],
	["commands/", "Commands"],
	["api/", "API"],
	["errors/", "Errors"],
	["compatibility/", "Compatibility"],
	["performance/", "Performance"],
	["changes/", "Changes"],
	["architecture/", "Architecture"],
	["llms.txt", "llms.txt"],
] as const;

/** End of every page. */
export function Footer({ root, facts }: Pick<DocumentProps, "root" | "facts">) {
	return (
		<footer className="bottom">
			<p>
				hub {facts.version} · MIT license · fonts: <a href={`${root}licenses/inter.txt`}>Inter</a>,{" "}
				<a href={`${root}licenses/jetbrains-mono.txt`}>JetBrains Mono</a>
			</p>
			<nav aria-label="More">
				<ul>
					{LINKS.map(([path, text]) => (
						<li key={path}>
							<a href={root + path}>{text}</a>
						</li>
					))}
					<li>
						<a href={facts.repository}>GitHub</a>
					</li>
				</ul>
			</nav>
		</footer>
	);
}
