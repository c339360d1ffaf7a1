/** Calls `run` once the page is loaded and painted: earlier work would delay the first paint. */
export function afterPaint(run: () => void): void {
	afterLoad(() => requestAnimationFrame(() => setTimeout(run)));
}

function afterLoad(run: () => void): void {
	if (document.readyState === "complete") run();
	else addEventListener("load", run, { once: true });
}
