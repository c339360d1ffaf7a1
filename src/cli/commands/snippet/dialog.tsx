import { type ReactNode, useState } from "react";
import { taskName } from "../../../catalogue/aliases.ts";
import type { ModelRecord } from "../../../hub/index.ts";
import type { Context } from "../../context.ts";
import { Interrupt } from "../../terminal/process-io.ts";
import { copyToClipboard } from "../../terminal/terminal.ts";
import { Lines, showScreen, useColors, useKeys, useLive, useSize } from "../../ui/screen.tsx";
import { findApiSnippets, liveProviders, providersOf, type ShownCall } from "./api-snippets.ts";
import {
	chosenSnippet,
	codeHeight,
	createDialog,
	layOutCode,
	moveInDialog,
	replaceSnippets,
	viewDialog,
} from "./dialog-view.ts";
import { type FoundSnippet, type Snippets, withSetup } from "./entry.ts";

/** Shows the snippets of a model and returns the one the user chooses; undefined if the user leaves. */
export function showSnippetDialog(
	found: Snippets,
	{ id, pipeline_tag: task }: ModelRecord,
	call: ShownCall | undefined,
	context: Context,
): Promise<FoundSnippet | undefined> {
	const title = task ? `${id} · ${taskName(task)}` : id;
	const onCopy = ({ entry }: FoundSnippet): void => copyToClipboard(withSetup(entry), context.stdout);
	return showScreen<FoundSnippet | undefined>(context, ({ finish, fail }) => (
		<SnippetDialog {...{ title, found, call, onCopy, finish }} onInterrupt={() => fail(new Interrupt("SIGINT"))} />
	));
}

interface SnippetDialogProps {
	title: string;
	found: Snippets;
	call: ShownCall | undefined;
	onCopy(snippet: FoundSnippet): void;
	finish(snippet: FoundSnippet | undefined): void;
	/** Ctrl-C. */
	onInterrupt(): void;
}

/** Snippets behind tabs, by group, language and tool. */
function SnippetDialog({ title, found, call, onCopy, finish, onInterrupt }: SnippetDialogProps): ReactNode {
	const [providers] = useState(() => (call ? providersToChoose(call) : []));
	const { width, rows } = useSize();
	const colors = useColors();
	const [note, setNote] = useState<string>();
	const dialog = useLive(() => createDialog(found));
	const place = useLive(() => 0);
	const changeProvider = (): void => {
		const next = (place.current + 1) % providers.length;
		const calls = call && findForProvider(call, providers[next] ?? "");
		if (!calls) return;
		place.set(next);
		const kept = (kind: "library" | "app") => found.filter(({ entry }) => entry.kind === kind);
		const [first, ...others] = [...kept("library"), ...calls, ...kept("app")];
		if (first) dialog.set(replaceSnippets(dialog.current, [first, ...others]));
	};
	const layOut = (): string[] => layOutCode(dialog.current, { width, colors });
	useKeys((key) => {
		const snippet = chosenSnippet(dialog.current);
		if (key.name === "ctrl-c") return onInterrupt();
		if (key.name === "escape" || key.text === "q") return finish(undefined);
		if (key.name === "enter") return finish(snippet);
		if (key.text === "c") {
			onCopy(snippet);
			return setNote("Copied to the terminal's clipboard.");
		}
		setNote(undefined);
		if (key.text === "p" && snippet.entry.kind === "api" && providers.length > 1) return changeProvider();
		dialog.set(moveInDialog(dialog.current, key, layOut().length, codeHeight(rows)) ?? dialog.current);
	});
	const frame = { title, canChangeProvider: providers.length > 1, note, width, rows, colors };
	return <Lines lines={viewDialog(dialog.current, layOut(), frame)} />;
}

/** Returns the providers to choose from, the current one first: the model's live providers, or all if none is known. */
function providersToChoose(call: ShownCall): string[] {
	const task = call.options.task;
	if (task === undefined || call.options.endpointUrl) return [];
	const others = call.mapping ? liveProviders(call, task) : providersOf(task);
	return [...new Set([call.provider, "auto", ...others])].filter(
		(provider) => findForProvider(call, provider) !== undefined,
	);
}

/** Returns the snippets that call a provider; undefined if there are none. */
function findForProvider(call: ShownCall, provider: string): Snippets | undefined {
	try {
		return findApiSnippets({ ...call, provider });
	} catch {
		return undefined;
	}
}
