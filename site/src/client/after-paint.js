/** Calls `run` once the page is loaded and painted: earlier work would delay the first paint. */
export function afterPaint(run) {
	afterLoad(() => requestAnimationFrame(() => setTimeout(run)));
}

function afterLoad(run) {
	if (document.readyState === "complete") run();
	else addEventListener("load", run, { once: true });
}
