/** Copies text and briefly confirms it on the button. */
export async function copy(text: string, button?: HTMLElement): Promise<void> {
	await navigator.clipboard.writeText(text);
	if (!button || button.dataset["copied"]) return;
	const label = button.textContent;
	button.dataset["copied"] = "true";
	button.textContent = "Copied";
	setTimeout(() => {
		button.textContent = label;
		delete button.dataset["copied"];
	}, 1500);
}
