/** Marks the heading that is being read in the table of contents. */
export function watchContents(): void {
	const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a")];
	const byId = new Map(links.map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
	const headings = [...byId.keys()].flatMap((id) => document.getElementById(id) ?? []);
	if (headings.length === 0) return;
	const mark = () => {
		// The last heading above a third of the window; at the end of the page the last of all.
		const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
		const above = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
		const current = isAtEnd ? headings.at(-1) : above.at(-1);
		for (const [id, link] of byId) {
			if (id === current?.id) link.setAttribute("aria-current", "true");
			else link.removeAttribute("aria-current");
		}
	};
	const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
	for (const heading of headings) observer.observe(heading);
	addEventListener("scrollend", mark, { passive: true });
	mark();
}
