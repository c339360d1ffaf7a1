import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { type Agent, MODEL } from "./agents.ts";
import { HUB, killProcesses, listProcesses, pathOf, writeProject } from "./harness.ts";

const PATIENCE_MS = 60_000;
const STEP_MS = 100;
/** After so long without a sign of it, text is typed again. */
const RETYPE_MS = 10_000;

/** `hub launch` of an agent in a terminal, as a person sees it. */
export class TerminalRun {
	private readonly home = mkdtempSync(join(tmpdir(), "hub-agent-"));
	private readonly screen = new headless.Terminal({ cols: 110, rows: 40, allowProposedApi: true });
	private readonly pty;
	private code: number | undefined;

	/** @param server a scripted provider in place of the sandbox */
	constructor(agent: Agent, server?: string) {
		writeProject(agent, this.home);
		const scripted = server && { HF_ENDPOINT: server, HUB_ROUTER_URL: server, HF_TOKEN: "hf_scriptedScripted" };
		const where = server === undefined ? ["--sandbox"] : [];
		this.pty = spawn(process.execPath, [HUB, "launch", agent.id, ...where, "-m", MODEL], {
			cols: this.screen.cols,
			rows: this.screen.rows,
			cwd: join(this.home, "work"),
			env: {
				PATH: pathOf(agent),
				HOME: this.home,
				TERM: "xterm-256color",
				COLORTERM: "truecolor",
				LANG: "C.UTF-8",
				...agent.env,
				...scripted,
			},
		});
		this.pty.onData((data) => this.screen.write(data));
		// Programs ask the terminal what it is.
		this.screen.onData((answer) => this.pty.write(answer));
		this.pty.onExit(({ exitCode }) => {
			this.code = exitCode;
		});
	}

	/** What can be seen. */
	text(): string {
		const { active } = this.screen.buffer;
		const lines = Array.from(
			{ length: this.screen.rows },
			(_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
		);
		return lines.join("\n").trimEnd();
	}

	/** Types as a person does: text, and the keys that send it once it can be seen. What arrives at once is taken for a paste. */
	async type(text: string, keys = ""): Promise<void> {
		this.pty.write(text);
		for (let wait = 0; keys !== "" && !this.text().includes(text); wait += STEP_MS) {
			if (wait >= PATIENCE_MS) throw new Error(`"${text}" cannot be seen. Seen:\n${this.text()}`);
			// A program that does not listen yet, or still shows a question, swallows it.
			if (wait > 0 && wait % RETYPE_MS === 0) this.pty.write(text);
			await sleep(STEP_MS);
		}
		await sleep(500);
		if (keys !== "") this.pty.write(keys);
	}

	resize(columns: number, rows: number): void {
		this.screen.resize(columns, rows);
		this.pty.resize(columns, rows);
	}

	/** Waits until something can be seen; what was seen is returned. */
	async see(wanted: RegExp): Promise<string> {
		await this.until(() => wanted.test(this.text()), String(wanted));
		return this.text();
	}

	/** Answers the questions of a first start, until the agent takes input. */
	async start({ ready, questions = [] }: Agent["terminal"]): Promise<void> {
		const open = [...questions];
		const deadline = Date.now() + PATIENCE_MS;
		while (Date.now() < deadline) {
			const asked = open.findIndex(([shown]) => shown.test(this.text()));
			if (asked === -1 && ready.test(this.text())) return;
			if (asked !== -1) {
				const [[, keys = ""] = []] = open.splice(asked, 1);
				// Keys that arrive at once are taken for a paste.
				for (const key of keys.split(/(?=\r)/)) await this.type(key);
			}
			await sleep(500);
		}
		throw new Error(`${ready} did not come. Seen:\n${this.text()}`);
	}

	/** Presses keys until the program has ended; returns the exit code. */
	async end(keys: readonly string[]): Promise<number> {
		for (const key of [...keys, ...keys]) {
			if (this.code !== undefined) break;
			this.pty.write(key);
			await sleep(700);
		}
		await this.until(() => this.code !== undefined, "the end");
		return this.code ?? -1;
	}

	/** Waits for something. */
	async until(isTrue: () => boolean, what: string): Promise<void> {
		const deadline = Date.now() + PATIENCE_MS;
		while (!isTrue()) {
			if (Date.now() > deadline) throw new Error(`${what} did not come. Seen:\n${this.text()}`);
			await sleep(STEP_MS);
		}
	}

	/** Processes of the run that are still there; Linux only. */
	listProcesses(): number[] {
		return listProcesses(this.home);
	}

	close(): void {
		killProcesses(this.home);
		this.pty.kill("SIGKILL");
		this.screen.dispose();
		rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}
}

export function sleep(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
