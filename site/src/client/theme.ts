/** The theme: as the system, or as the reader chose; remembered on this machine. */
const KEY = "hub:theme";
const NEXT: Record<string, string> = { system: "light", light: "dark", dark: "system" };

export function watchTheme(): void {
	let theme = read();
	const button = document.querySelector(".theme-button");
	const show = (): void => {
		if (theme === "system") delete document.documentElement.dataset["theme"];
		else document.documentElement.dataset["theme"] = theme;
		button?.setAttribute("aria-label", `Theme: ${theme}`);
		button?.setAttribute("title", `Theme: ${theme}`);
	};
	show();
	button?.addEventListener("click", () => {
		theme = NEXT[theme] ?? "system";
		try {
			localStorage.setItem(KEY, theme);
		} catch {
			// Storage is switched off: the theme holds for this page.
		}
		show();
	});
}

function read(): string {
	try {
		const theme = localStorage.getItem(KEY) ?? "system";
		return theme in NEXT ? theme : "system";
	} catch {
		return "system";
	}
}
