import { useId, useRef } from "react";
import "./tabs.css";

/**
 * A list of tabs and the panel of the chosen one. Arrows, Home and End move between tabs.
 * @param label accessible name of the list
 * @param tabs `{value, label}` each
 * @param children content of the panel
 */
export function Tabs({ label, tabs, value, onChange, children, isSmall = false }) {
	const id = useId();
	const list = useRef(null);
	const index = Math.max(
		0,
		tabs.findIndex((tab) => tab.value === value),
	);
	const move = (event) => {
		const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
		if (next === undefined) return;
		event.preventDefault();
		const target = (next + tabs.length) % tabs.length;
		onChange(tabs[target].value);
		list.current.children[target].focus();
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
