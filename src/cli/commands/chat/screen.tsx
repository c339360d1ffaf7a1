import { Box, useCursor } from "ink";
import { type ReactNode, useCallback, useEffect, useReducer, useState } from "react";
import { ModelPicker } from "../../prompts/model-picker.tsx";
import { ProviderPicker } from "../../prompts/provider-picker.tsx";
import { cutText, onOneLine } from "../../terminal/width.ts";
import { editorHeight, viewEditor } from "../../ui/editor-view.ts";
import { Lines } from "../../ui/lines.tsx";
import { Picker, type PickerEnding, useSpinner } from "../../ui/picker.tsx";
import { useColors, useKeys, useSize } from "../../ui/screen.tsx";
import { Transcript } from "../../ui/transcript.tsx";
import type { ChatController } from "./controller.ts";
import { matchSlashCommands } from "./slash-commands.ts";
import { viewStatus } from "./status-line.ts";
import { listChats } from "./store.ts";

/** The screen of `hub chat`. */
export function ChatScreen({ controller }: { controller: ChatController }): ReactNode {
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	const { width, rows } = useSize();
	useEffect(() => controller.watch(redraw), [controller]);
	useEffect(() => controller.resize({ width, rows }), [controller, width, rows]);
	return (
		<Box flexDirection="column">
			<Transcript blocks={controller.scrollback.blocks} />
			<Lines lines={[...controller.scrollback.waiting, ...controller.open]} />
			{controller.dialog ? <ChatDialog controller={controller} /> : <Prompt controller={controller} />}
		</Box>
	);
}

/** Lines of hints below an answer that is coming: a few, so that it keeps its room. */
const MOST_HINTS = 4;
/** Columns of a command with its argument. */
const HINT_WIDTH = 20;

/** Where the user writes, and what is known of the chat. */
function Prompt({ controller }: { controller: ChatController }): ReactNode {
	const { width, rows } = useSize();
	const colors = useColors();
	const { setCursorPosition } = useCursor();
	const { scrollback, open, editor, remark, asked, imageNames, facts, session } = controller;
	const isWaiting = asked !== undefined;
	const seconds = useSeconds(asked, controller.context.now);
	const spinner = useSpinner(isWaiting && open.length === 0);
	useKeys((key) => controller.press(key));

	const cut = (text: string): string => cutText(onOneLine(text), width);
	const above = [
		...(open.length > 0 ? [" "] : []),
		...(isWaiting && open.length === 0 ? [colors.dim(`${spinner} waiting`), " "] : []),
		...(imageNames.length > 0 ? [colors.dim(cut(`with ${imageNames.join(", ")}`))] : []),
	];
	const { lines, x, y } = viewEditor(editor, {
		width,
		height: editorHeight(rows, 6),
		colors,
		placeholder: "Say something, or /help",
	});
	setCursorPosition({ x, y: scrollback.waiting.length + open.length + above.length + y });
	return <Lines lines={[...above, ...lines, ...viewFoot()]} />;

	function viewFoot(): string[] {
		const hints = matchSlashCommands(editor.text).slice(0, Math.max(1, open.length > 0 ? MOST_HINTS : rows - 8));
		if (hints.length > 0) {
			return hints.map(({ name, argument, summary }) =>
				colors.dim(cut(`  ${`/${name} ${argument}`.padEnd(HINT_WIDTH)}${summary}`)),
			);
		}
		if (remark !== undefined) return [colors.yellow(cut(remark))];
		if (!isWaiting) return [colors.dim(viewStatus({ ...session.subject, facts }, width))];
		const elapsed = ` · ${seconds} s · Ctrl-C stops`;
		const status = viewStatus({ ...session.subject, facts: undefined }, Math.max(10, width - elapsed.length));
		return [colors.dim(cut(status + elapsed))];
	}
}

/** Whole seconds since a time; 0 when there is none. */
function useSeconds(since: number | undefined, now: () => number): number {
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	useEffect(() => {
		if (since === undefined) return;
		const timer = setInterval(redraw, 1000);
		return () => clearInterval(timer);
	}, [since]);
	return since === undefined ? 0 : Math.floor((now() - since) / 1000);
}

function ChatDialog({ controller }: { controller: ChatController }): ReactNode {
	const { session, context } = controller;
	const hub = useCallback(async () => (await session.connectHub()).hub, [session]);
	const ending = {
		onPick: (value: string) => void controller.choose(value),
		onLeave: () => void controller.choose(undefined),
	};
	if (controller.dialog === "model") {
		return (
			<ModelPicker task="conversational" provider={session.place.provider} hub={hub} context={context} {...ending} />
		);
	}
	if (controller.dialog === "provider") {
		const { model = "" } = session.subject;
		return <ProviderPicker model={model} task="conversational" hub={hub} context={context} {...ending} />;
	}
	return <SavedChats controller={controller} {...ending} />;
}

function SavedChats({ controller, ...ending }: PickerEnding<string> & { controller: ChatController }): ReactNode {
	const [choices] = useState(() =>
		listChats(controller.context.env).map(({ id, title }) => ({ value: id, label: id, aside: title })),
	);
	return <Picker title="Which chat?" choices={choices} {...ending} />;
}
