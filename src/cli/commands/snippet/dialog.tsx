import { type ReactNode, useState } from "react";
import type { ModelRecord } from "../../../hub/index.ts";
import type { Context } from "../../context.ts";
import { Interrupt } from "../../terminal/process-io.ts";
import { Lines } from "../../ui/lines.tsx";
import { showScreen, useColors, useKeys, useSize } from "../../ui/screen.tsx";
import { useLive } from "../../ui/use-live.ts";
import { copyToClipboard } from "./clipboard.ts";
import { chosenSnippet, createDialog, moveInDialog } from "./dialog-state.ts";
import { codeHeight, layOutCode, viewDialog } from "./dialog-view.ts";
import type { FoundSnippet, Snippets } from "./entry.ts";

/** Has the user look around among the snippets of a model, and choose one; undefined when the user leaves. */
export function showSnippetDialog(
	found: Snippets,
	{ id, pipeline_tag: task }: ModelRecord,
	context: Context,
): Promise<FoundSnippet | undefined> {
	return showScreen<FoundSnippet | undefined>(context, ({ finish, fail }) => (
		<SnippetDialog
			title={task ? `${id} · ${task}` : id}
			found={found}
			onCopy={(snippet) => copyToClipboard(snippet.entry.content, context.stdout)}
			onPick={finish}
			onLeave={() => finish(undefined)}
			onInterrupt={() => fail(new Interrupt("SIGINT"))}
		/>
	));
}

interface SnippetDialogProps {
	title: string;
	found: Snippets;
	onCopy(snippet: FoundSnippet): void;
	/** Enter. */
	onPick(snippet: FoundSnippet): void;
	/** Esc. */
	onLeave(): void;
	/** Ctrl-C. */
	onInterrupt(): void;
}

/** Snippets behind tabs, by language and by client. */
function SnippetDialog({ title, found, onCopy, onPick, onLeave, onInterrupt }: SnippetDialogProps): ReactNode {
	const { width, rows } = useSize();
	const colors = useColors();
	const [remark, setRemark] = useState<string>();
	const dialog = useLive(() => createDialog(found));
	const layOut = (): string[] => layOutCode(dialog.current, { width, colors });
	useKeys((key) => {
		const snippet = chosenSnippet(dialog.current);
		if (key.name === "ctrl-c") return onInterrupt();
		if (key.name === "escape" || key.text === "q") return onLeave();
		if (key.name === "enter") return onPick(snippet);
		if (key.text === "c") {
			onCopy(snippet);
			return setRemark("Handed to the terminal's clipboard.");
		}
		setRemark(undefined);
		dialog.set(moveInDialog(dialog.current, key, layOut().length, codeHeight(rows)) ?? dialog.current);
	});
	return <Lines lines={viewDialog(dialog.current, layOut(), { title, remark, width, rows, colors })} />;
}
