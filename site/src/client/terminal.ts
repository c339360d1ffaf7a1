/** Plays the recorded terminal of Home: commands are typed, outputs appear. The room for all of it is kept. */

/** All of it, in milliseconds: a letter, the wait for an output, and the time to read it. */
const LETTER = 16;
const WAIT = 500;
const READ = 1400;

interface Moment {
	at: number;
	show(): void;
}

export function playTerminal(terminal: HTMLElement): void {
	const button = terminal.querySelector("button");
	if (!button) return;
	const { moments, length } = plan(terminal);
	let elapsed = 0;
	let next = 0;
	let before: number | undefined;
	let isPaused = false;
	const frame = (now: number) => {
		elapsed += Math.min(now - (before ?? now), 100);
		before = now;
		for (; (moments[next]?.at ?? Infinity) <= elapsed; next++) moments[next]?.show();
		if (elapsed >= length) finish();
		else if (!isPaused) requestAnimationFrame(frame);
	};
	const start = () => {
		before = undefined;
		button.textContent = "Pause";
		requestAnimationFrame(frame);
	};
	const restart = () => {
		for (const element of terminal.querySelectorAll(".typed, .typed span, .printed, img"))
			element.classList.add("ahead");
		elapsed = 0;
		next = 0;
		start();
	};
	const finish = () => {
		isPaused = false;
		button.textContent = "Play again";
	};
	button.hidden = false;
	button.addEventListener("click", () => {
		if (elapsed >= length) return restart();
		isPaused = !isPaused;
		if (isPaused) button.textContent = "Play";
		else start();
	});
	restart();
}

/** What is shown when; the letters of the commands become elements of their own. */
function plan(terminal: HTMLElement): { moments: Moment[]; length: number } {
	const moments: Moment[] = [];
	let at = 300;
	for (const step of terminal.querySelectorAll<HTMLElement>(".step")) {
		const typed = step.querySelector<HTMLElement>(".typed");
		if (!typed) continue;
		const letters = [...(typed.textContent ?? "")].map((letter) => {
			const element = document.createElement("span");
			element.textContent = letter;
			return element;
		});
		typed.replaceChildren(...letters);
		moments.push({ at, show: () => typed.classList.remove("ahead") });
		for (const letter of letters) {
			at += LETTER;
			moments.push({ at, show: () => letter.classList.remove("ahead") });
		}
		at += WAIT;
		for (const output of step.querySelectorAll(".printed, img"))
			moments.push({ at, show: () => output.classList.remove("ahead") });
		at += READ;
	}
	return { moments, length: at };
}
