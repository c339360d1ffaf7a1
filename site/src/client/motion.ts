/** Starts what moves once it is seen, if the reader welcomes motion. Its code is loaded then. */
export function watchMotion(): void {
	const terminal = document.querySelector<HTMLElement>(".terminal");
	if (!terminal || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
	const observer = new IntersectionObserver(
		async (entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			(await import("./terminal.ts")).playTerminal(terminal);
		},
		{ threshold: 0.4 },
	);
	observer.observe(terminal);
}
