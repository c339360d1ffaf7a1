import { Fragment } from "react";
import type { Assets, Facts, Heading, Page } from "../page.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { PageActions } from "./page-actions.tsx";
import { SideNavigation } from "./side-navigation.tsx";
import { ContentsMenu, TableOfContents } from "./table-of-contents.tsx";

/** No inline script, style or eval; connections go where users send them: Hugging Face, a provider, a server of their own. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"font-src 'self'",
	"img-src 'self' data: blob: https:",
	"media-src 'self' data: blob: https:",
	"connect-src 'self' data: blob: https: http://localhost:* http://127.0.0.1:*",
	"base-uri 'none'",
	"form-action 'none'",
].join("; ");

export interface DocumentProps {
	page: Page;
	pages: readonly Page[];
	/** Path to the root of the site, such as `../`. */
	root: string;
	headings: readonly Heading[];
	/** File of the Markdown twin. */
	twin: string;
	assets: Assets;
	facts: Facts;
}

/** A page as a whole. */
export function Document({ page, pages, root, headings, twin, assets, facts }: DocumentProps) {
	const title = page.path === "" ? page.title : `${page.documentTitle ?? page.title} · hub`;
	const siblings = page.section ? pages.filter(({ section }) => section === page.section) : [];
	return (
		<html lang="en" data-root={root}>
			<head>
				<meta charSet="utf-8" />
				<meta httpEquiv="Content-Security-Policy" content={POLICY} />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{title}</title>
				<meta name="description" content={page.description} />
				<meta name="color-scheme" content="light dark" />
				<link rel="canonical" href={facts.homepage + page.path} />
				<meta property="og:title" content={title} />
				<meta property="og:description" content={page.description} />
				<meta property="og:type" content="website" />
				<meta property="og:url" content={facts.homepage + page.path} />
				<meta property="og:image" content={`${facts.homepage}social.png`} />
				<meta name="twitter:card" content="summary_large_image" />
				<link rel="alternate" type="application/atom+xml" href={`${root}changes/feed.xml`} title="Changes of hub" />
				<link rel="icon" type="image/svg+xml" href={`${root}favicon.svg`} />
				<link rel="stylesheet" href={root + assets.style} />
				{page.layout && <link rel="stylesheet" href={root + assets.wideStyle} />}
				<link rel="alternate" type="text/markdown" href={root + twin} title={`${page.title} as Markdown`} />
				{page.previous && <link rel="prev" href={root + page.previous.path} />}
				{page.next && <link rel="next" href={root + page.next.path} />}
				<script type="module" src={root + assets.script} fetchPriority="low" />
			</head>
			<body className={page.layout ?? "content"}>
				<a className="skip" href="#main">
					Skip to content
				</a>
				<Header root={root} current={page} facts={facts} siblings={siblings} />
				<div className="frame">
					<SideNavigation pages={siblings} current={page} root={root} />
					<main id="main" tabIndex={-1}>
						<Breadcrumbs page={page} pages={pages} root={root} />
						<h1>{page.layout === "home" ? linesOf(page.heading ?? page.title) : (page.heading ?? page.title)}</h1>
						{page.lead !== false && <p className="lead">{page.lead ?? page.description}</p>}
						{page.layout !== "home" && !page.isBare && (
							<PageActions page={page} root={root} twin={twin} repository={facts.repository} />
						)}
						{page.layout !== "home" && <ContentsMenu headings={headings} />}
						{/* The finished content takes this place: it is HTML already. */}
						<div className="text" />
						<Neighbors page={page} root={root} />
						{page.layout === "home" && (
							<PageActions page={page} root={root} twin={twin} repository={facts.repository} />
						)}
					</main>
					{page.layout !== "home" && <TableOfContents headings={headings} />}
				</div>
				<Footer root={root} facts={facts} />
			</body>
		</html>
	);
}

/** Each sentence of a headline on a line of its own. */
function linesOf(heading: string) {
	return heading.split(/(?<=\.) /).map((sentence) => (
		<Fragment key={sentence}>
			<span className="sentence">{sentence}</span>{" "}
		</Fragment>
	));
}

/** The list a page belongs to; replaces the side navigation on small screens. */
function Breadcrumbs({ page, pages, root }: Pick<DocumentProps, "page" | "pages" | "root">) {
	const [first] = (page.section ?? page.path).split("/");
	const parent = pages.find(({ path }) => path === `${first}/`);
	if (!parent || parent === page) return null;
	return (
		<nav className="breadcrumbs" aria-label="Breadcrumbs">
			<ol>
				<li>
					<a href={root + parent.path}>{parent.title}</a>
				</li>
				<li aria-current="page">{page.heading ?? page.title}</li>
			</ol>
		</nav>
	);
}

function Neighbors({ page: { previous, next }, root }: Pick<DocumentProps, "page" | "root">) {
	if (!previous && !next) return null;
	return (
		<nav className="neighbors" aria-label="Previous and next">
			{previous && (
				<a rel="prev" href={root + previous.path}>
					<small>Previous</small> {previous.title}
				</a>
			)}
			{next && (
				<a rel="next" href={root + next.path}>
					<small>Next</small> {next.title}
				</a>
			)}
		</nav>
	);
}
