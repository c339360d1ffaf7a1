import { copy } from "./clipboard.ts";

/** Handles "Copy" of code blocks and "Copy page". */
export function watchCopyButtons() {
	document.addEventListener("click", async ({ target }) => {
		const button = target instanceof Element ? target.closest("button") : null;
		const figure = button?.parentElement;
		if (button?.matches(".text figure > button.copy") && figure) await copy(runnableText(figure), button);
		if (button?.matches(".copy-page")) {
			const response = await fetch(button.dataset["twin"] ?? "");
			await copy(await response.text(), button);
		}
	});
}

/** Returns the code to run: only the commands of a session, without prompts and output. */
function runnableText(figure: Element): string {
	const commands = [...figure.querySelectorAll(".command")];
	const text =
		commands.length > 0
			? commands.map((line) => line.textContent).join("\n")
			: (figure.querySelector("pre")?.textContent ?? "");
	return text.trimEnd();
}
