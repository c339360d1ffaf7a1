import { inapplicable } from "../../errors/usage.ts";
import type { Approval, OfferedCall, Toolbox } from "../../mcp/toolbox.ts";
import { type QuestionText, question } from "../../terminal/question.ts";
import type { Key } from "../../ui/keys.ts";
import type { ToolPiece } from "./tools.ts";

/** The part of the chat that the view of calls uses. */
interface Chat {
	session: { toolbox: Promise<Toolbox> | undefined };
	show(text: string, look?: "quiet"): void;
	/** Shows a note below the editor; undefined removes it. */
	setNote(note: string | undefined): void;
}

/** Keys that answer the question; the last one is the answer of Escape. */
export const APPROVALS: Readonly<Record<string, Approval>> = { y: "once", a: "always", v: "never", n: "no" };

/** Shows a question in the chat, and below the editor the keys that answer it. */
export function askInChat(chat: Pick<Chat, "show" | "setNote">, text: QuestionText, keys: QuestionText): void {
	chat.show(String(text));
	chat.setNote(String(keys));
}

/** Tool calls in the chat: the question before one, and its display. */
export class CallView {
	showLast: (() => void) | undefined;
	private answer: ((answer: Approval) => void) | undefined;
	private readonly chat: Chat;

	constructor(chat: Chat) {
		this.chat = chat;
	}

	async approve(wanted: OfferedCall): Promise<Approval> {
		const { describeWanted } = await import("../../mcp/describe.ts");
		const keys = question`y yes · a always in this conversation · n no · v never · ${wanted.tool.path}`;
		askInChat(this.chat, describeWanted(wanted), keys);
		return await new Promise((resolve) => {
			this.answer = resolve;
		});
	}

	/** Handles a key as the answer to the question; returns whether it was one. */
	press({ name, text }: Key): boolean {
		if (!this.answer) return false;
		const answer = name === "escape" || name === "ctrl-c" ? "no" : APPROVALS[text.toLowerCase()];
		if (!answer) return true;
		this.chat.setNote(undefined);
		this.answer(answer);
		this.answer = undefined;
		return name !== "ctrl-c";
	}

	async showCall(piece: Extract<ToolPiece, { type: "tool-result" }>): Promise<void> {
		const [{ formatCall, formatWhole }, toolbox] = await Promise.all([import("./tools.ts"), this.toolbox()]);
		if (!toolbox) return;
		this.chat.show(formatCall(piece, toolbox), "quiet");
		this.showLast = () => this.chat.show(formatWhole(piece, toolbox), "quiet");
	}

	/** Undefined without servers, and if none has started. */
	private toolbox(): Promise<Toolbox | undefined> {
		return this.chat.session.toolbox?.catch(() => undefined) ?? Promise.resolve(undefined);
	}

	/** Runs `/tools` or `/mcp`; returns what it lists. */
	async run(name: "tools" | "mcp", argument: string): Promise<string> {
		const toolbox = await this.toolbox();
		if (!toolbox) throw inapplicable("This chat has no tools.", "Start a chat with --mcp SERVER.");
		const { listServers, switchTools } = await import("./tools.ts");
		return name === "mcp" ? listServers(toolbox) : switchTools(toolbox, argument);
	}
}
