import { Footer } from "./footer.jsx";
import { Header } from "./header.jsx";
import { PageActions } from "./page-actions.jsx";
import { SideNavigation } from "./side-navigation.jsx";
import { TableOfContents } from "./table-of-contents.jsx";

/** No inline script, style or eval; connections go where users send them: the hub, a provider, a server of their own. */
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

/**
 * A page as a whole.
 * @param root path to the root of the site, such as `../`
 * @param html the finished content
 * @param headings of the content, as `{id, text, depth}`
 * @param twin file of the Markdown twin
 * @param assets paths of script and style
 */
export function Document({ page, pages, root, html, headings, twin, assets, facts }) {
	const title = page.path === "" ? page.title : `${page.title} · hub`;
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
				<link rel="icon" type="image/svg+xml" href={`${root}favicon.svg`} />
				<link rel="stylesheet" href={root + assets.style} />
				<link rel="alternate" type="text/markdown" href={root + twin} title={`${page.title} as Markdown`} />
				{page.previous && <link rel="prev" href={root + page.previous.path} />}
				{page.next && <link rel="next" href={root + page.next.path} />}
				<script type="module" src={root + assets.script} fetchPriority="low" />
			</head>
			<body className={page.layout ?? "content"}>
				<a className="skip" href="#main">
					Skip to content
				</a>
				<Header root={root} current={page.section} />
				<div className="frame">
					<SideNavigation pages={siblings} current={page} root={root} />
					<main id="main" tabIndex={-1}>
						<Breadcrumbs page={page} pages={pages} root={root} />
						<h1>{page.heading ?? page.title}</h1>
						{page.lead !== false && <p className="lead">{page.lead ?? page.description}</p>}
						{page.layout !== "home" && (
							<PageActions page={page} root={root} twin={twin} repository={facts.repository} />
						)}
						{/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own rendering, finished by the build */}
						<div className="text" dangerouslySetInnerHTML={{ __html: html }} />
						<Neighbors page={page} root={root} />
						{page.layout === "home" && (
							<PageActions page={page} root={root} twin={twin} repository={facts.repository} />
						)}
					</main>
					<TableOfContents headings={headings} />
				</div>
				<Footer root={root} facts={facts} />
			</body>
		</html>
	);
}

/** The list a page belongs to; replaces the side navigation on small screens. */
function Breadcrumbs({ page, pages, root }) {
	const parent = page.path.split("/").length > 2 && pages.find(({ path }) => path === `${page.path.split("/")[0]}/`);
	if (!parent) return null;
	return (
		<nav className="breadcrumbs" aria-label="Breadcrumbs">
			<a href={root + parent.path}>{parent.title}</a>
		</nav>
	);
}

function Neighbors({ page: { previous, next }, root }) {
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
