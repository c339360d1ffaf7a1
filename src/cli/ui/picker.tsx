import { type ReactNode, useEffect, useState } from "react";
import type { Context } from "../context.ts";
import { Interrupt } from "../terminal/process-io.ts";
import { type Choice, createList, type ListFrame, listHeight, moveInList, replaceChoices, viewList } from "./list.ts";
import { Lines, showScreen, useColors, useKeys, useLive, useSize } from "./screen.tsx";

export interface PickerEnding<Value> {
	onPick(value: Value): void;
	/** Esc or Ctrl-C. */
	onLeave(): void;
}

/** Shows a picker. Without a choice the command has done nothing: leaving interrupts it. */
export function pick<Value>(context: Context, build: (ending: PickerEnding<Value>) => ReactNode): Promise<Value> {
	return showScreen<Value>(context, ({ finish, fail }) =>
		build({ onPick: finish, onLeave: () => fail(new Interrupt("SIGINT")) }),
	);
}

interface PickerProps<Value> extends PickerEnding<Value>, Pick<ListFrame, "title" | "message" | "note"> {
	/** May change; selection and filter stay. */
	choices: readonly Choice<Value>[];
	/** Called with the filter text. */
	onQuery?(query: string): void;
}

export function Picker<Value>(props: PickerProps<Value>): ReactNode {
	const { title, choices, message, note, onPick, onLeave, onQuery } = props;
	const { width, rows } = useSize();
	const colors = useColors();
	const list = useLive(() => createList(choices));
	if (list.current.choices !== choices) list.current = replaceChoices(list.current, choices);
	useKeys((key) => {
		if (key.name === "escape" || key.name === "ctrl-c") return onLeave();
		if (key.name === "enter") {
			const choice = list.current.shown[list.current.cursor];
			return choice && message === undefined ? onPick(choice.value) : undefined;
		}
		const { query } = list.current;
		list.set(moveInList(list.current, key, listHeight({ rows, width, note })) ?? list.current);
		if (list.current.query !== query) onQuery?.(list.current.query ?? "");
	});
	return <Lines lines={viewList(list.current, { title, message, note, width, rows, colors })} />;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const FRAME_TIME = 100;

export function useSpinner(isActive: boolean): string {
	const [frame, setFrame] = useState(0);
	useEffect(() => {
		if (!isActive) return;
		const timer = setInterval(() => setFrame((count) => count + 1), FRAME_TIME);
		return () => clearInterval(timer);
	}, [isActive]);
	return FRAMES[frame % FRAMES.length] ?? "";
}

/** The state of a load. The previous value stays until the next one arrives. */
export interface Loaded<Value> {
	isLoading: boolean;
	value?: Value;
	error?: unknown;
}

/**
 * Loads the data of a component.
 * @param load another function loads anew
 * @param pause milliseconds before it starts
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>, pause = 0): Loaded<Value> {
	const [state, setState] = useState<Loaded<Value>>({ isLoading: true });
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		const settle = (loaded: { value: Value } | { error: unknown }): void => {
			if (!signal.aborted) setState({ isLoading: false, ...loaded });
		};
		const timer = setTimeout(() => {
			setState((current) => ({ ...current, isLoading: true }));
			load(signal).then(
				(value) => settle({ value }),
				(error: unknown) => settle({ error }),
			);
		}, pause);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [load, pause]);
	return state;
}
