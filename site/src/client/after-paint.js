/** Calls `run` once the page is loaded and painted: work that comes before delays the first paint. */
export function afterPaint(run) {
	afterLoad(() => requestAnimationFrame(() => setTimeout(run)));
}

function afterLoad(run) {
	if (document.readyState === "complete") run();
	else addEventListener("load", run, { once: true });
}
