import { copy } from "./clipboard.js";

/** A click on the link of a heading also copies the link. */
export function watchAnchors() {
	document.addEventListener("click", ({ target }) => {
		const anchor = target.closest?.("a.anchor");
		if (anchor) copy(anchor.href).catch(() => undefined);
	});
}
