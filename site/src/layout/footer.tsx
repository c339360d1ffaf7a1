import { AREAS } from "./areas.ts";
import type { DocumentProps } from "./document.tsx";

/** The parts of the site, and what is in none of them. */
const LINKS: readonly { path: string; text: string }[] = [
	...AREAS.flatMap(({ parts }) => parts),
	{ path: "architecture/", text: "Architecture" },
	{ path: "llms.txt", text: "llms.txt" },
];

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
					{LINKS.map(({ path, text }) => (
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
