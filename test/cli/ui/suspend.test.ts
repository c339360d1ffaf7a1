import { spawnSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen } from "../../helpers/screen.ts";
import { createHome } from "../../helpers/session.ts";

const SUSPEND = "\u001A";
const INTERRUPT = "\u0003";
const END = "\u0004";

/** Shells that stop and continue programs; each with a prompt that a test can wait for. */
const SHELLS: readonly [name: string, line: string][] = [
	["bash", "PS1='ready> ' exec bash --norc -i"],
	["zsh", "PS1='ready> ' exec zsh -f -i"],
	["fish", "exec fish --no-config --init-command 'function fish_prompt; echo -n \"ready> \"; end'"],
];

const isInstalled = (name: string): boolean => spawnSync(name, ["-c", "exit"]).status === 0;

/** Screens, each with what it shows, keys that change that, what is shown then, and keys that end it. */
const SCREENS: readonly [name: string, line: string, shown: string, keys: string, changed: RegExp, end: string][] = [
	["a chat", "hub chat --sandbox", "Type a message", "half", /> ?half|half$/m, INTERRUPT + END],
	["a picker", "hub infer", "Choose a task", "/chat", /chat/, INTERRUPT],
	["a question", "hub infer -t text-to-image --sandbox", "hub infer --task", "half", /half/, INTERRUPT],
];

/** What stands below the last line with a text; nothing where there is none. */
function textAfter(text: string, start: string): string {
	return text.includes(start) ? text.slice(text.lastIndexOf(start) + start.length) : "";
}

describe.each(SHELLS.filter(([name]) => isInstalled(name)))("Ctrl-Z in %s", (_, shell) => {
	it.each(SCREENS)("suspends %s, and fg shows it again", async (_name, line, shown, keys, changed, end) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const screen = openScreen(shell, home, { real: true, rows: 30 });
		await screen.waitFor("ready>");
		screen.type(`${line}\r`);
		await screen.waitFor(shown);
		screen.type(keys);
		await screen.waitFor((text) => changed.test(textAfter(text, line)));
		for (const word of ["first", "second"]) {
			screen.forget();
			screen.type(SUSPEND);
			await screen.waitFor((text) => text.trimEnd().endsWith("ready>"));
			// Nothing of it is left: the shell has the cursor, and pastes as usual.
			expect(screen.isCursorShown).toBe(true);
			expect(screen.written).toContain("\u001B[?2004l");
			screen.type(`echo "${word}" time\r`);
			await screen.waitFor(`\n${word} time`);
			screen.type("fg\r");
			await screen.waitFor((text) => changed.test(textAfter(text, "ready> fg\n")));
		}
		screen.type(end);
		await screen.waitFor((text) => text.trimEnd().endsWith("ready>"));
		screen.type("stty -a | grep -o -- '-*icanon'\r");
		await screen.waitFor("\nicanon");
	});
});
