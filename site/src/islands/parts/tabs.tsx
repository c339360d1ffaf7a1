import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import "./tabs.css";

interface Props {
	/** Accessible name of the list. */
	label: string;
	tabs: readonly { value: string; label: string }[];
	value: string;
	onChange(value: string): void;
	/** Content of the panel. */
	children: ReactNode;
	isSmall?: boolean;
}

/** A list of tabs and the panel of the chosen one. Arrows, Home and End move between tabs. */
export function Tabs({ label, tabs, value, onChange, children, isSmall = false }: Props) {
	const id = useId();
	const list = useRef<HTMLDivElement>(null);
	const index = Math.max(
		0,
		tabs.findIndex((tab) => tab.value === value),
	);
	const positions: Record<string, number> = {
		ArrowRight: index + 1,
		ArrowLeft: index - 1,
		Home: 0,
		End: tabs.length - 1,
	};
	const move = (event: KeyboardEvent) => {
		const next = positions[event.key];
		if (next === undefined) return;
		event.preventDefault();
		const target = (next + tabs.length) % tabs.length;
		const chosen = tabs[target];
		if (chosen) onChange(chosen.value);
		list.current?.querySelectorAll("button")[target]?.focus();
	};
	return (
		<div className={isSmall ? "tabset small" : "tabset"}>
			<div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
				{tabs.map((tab, position) => (
					<button
						key={tab.value}
						type="button"
						role="tab"
						id={`${id}-${position}`}
						aria-selected={position === index}
						aria-controls={position === index ? `${id}-panel` : undefined}
						tabIndex={position === index ? 0 : -1}
						onClick={() => onChange(tab.value)}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${index}`}>
				{children}
			</div>
		</div>
	);
}
