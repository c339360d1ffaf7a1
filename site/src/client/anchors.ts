import { copy } from "./clipboard.ts";

/** A click on the link of a heading also copies the link. */
export function watchAnchors(): void {
	document.addEventListener("click", ({ target }) => {
		const anchor = target instanceof Element && target.closest<HTMLAnchorElement>("a.anchor");
		if (anchor) copy(anchor.href).catch(() => undefined);
	});
	followMoved();
	addEventListener("hashchange", followMoved);
	openTarget();
	addEventListener("hashchange", openTarget);
	keepTarget();
	addEventListener("hashchange", keepTarget);
}

/** How long a page may change its layout after it has been opened, in milliseconds. */
const SETTLE_MS = 6000;

const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

function findTarget(): HTMLElement | null {
	try {
		return document.getElementById(decodeURIComponent(location.hash.slice(1)));
	} catch {
		return null;
	}
}

/** An anchor whose content has a page of its own now leads there. */
function followMoved(): void {
	const link = findTarget()?.querySelector<HTMLAnchorElement>("a.moved");
	if (link) location.replace(link.href);
}

/** An entry that can be opened is open when a link leads to it. */
function openTarget(): void {
	const target = findTarget();
	if (target instanceof HTMLDetailsElement) target.open = true;
}

/** Fonts, pictures and islands arrive late and move what is below: the target stays in its place until the user acts. */
function keepTarget(): void {
	if (!findTarget()) return;
	const stay = () => findTarget()?.scrollIntoView({ behavior: "instant", block: "start" });
	const observer = new ResizeObserver(stay);
	const stop = () => {
		observer.disconnect();
		for (const type of INPUTS) removeEventListener(type, stop);
	};
	observer.observe(document.body);
	for (const type of INPUTS) addEventListener(type, stop, { passive: true });
	setTimeout(stop, SETTLE_MS);
	stay();
}
