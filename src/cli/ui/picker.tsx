import type { ReactNode } from "react";
import { Lines } from "./lines.tsx";
import { type Choice, createList, moveInList } from "./list-state.ts";
import { listHeight, viewList } from "./list-view.ts";
import { useColors, useKeys, useSize } from "./screen.tsx";
import { useLive } from "./use-live.ts";

export interface PickerProps<Value> {
	title: string;
	choices: readonly Choice<Value>[];
	/** Label of the choice that is marked at first. */
	marked?: string | undefined;
	remark?: string | undefined;
	onPick(value: Value): void;
	/** Esc. */
	onLeave(): void;
	/** Ctrl-C. */
	onInterrupt(): void;
}

/** A list to choose from. */
export function Picker<Value>(props: PickerProps<Value>): ReactNode {
	const { title, choices, marked, remark, onPick, onLeave, onInterrupt } = props;
	const { width, rows } = useSize();
	const colors = useColors();
	const list = useLive(() =>
		createList(
			choices,
			Math.max(
				0,
				choices.findIndex(({ label }) => label === marked),
			),
		),
	);
	useKeys((key) => {
		if (key.name === "ctrl-c") return onInterrupt();
		if (key.name === "escape") return onLeave();
		if (key.name !== "enter") return list.set(moveInList(list.current, key, listHeight(rows, remark)) ?? list.current);
		const choice = list.current.shown[list.current.cursor];
		if (choice) onPick(choice.value);
	});
	return <Lines lines={viewList(list.current, { title, remark, width, rows, colors })} />;
}
