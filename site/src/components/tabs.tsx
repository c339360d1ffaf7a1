import type { ReactNode } from "react";

interface Props {
	/** Unique on the page. */
	id: string;
	/** What is chosen, such as `language`. */
	choice: string;
	label: string;
	tabs: readonly { value: string; label: string; content: ReactNode }[];
}

/**
 * Panels of which one is shown; `src/client/tabs.ts` switches them. A choice is remembered for all blocks with the
 * same `choice`, and without scripts all panels are shown.
 */
export function Tabs({ id, choice, label, tabs }: Props) {
	if (tabs.length === 1) return tabs[0]?.content;
	return (
		<div className="tabs" data-choice={choice}>
			<div role="tablist" aria-label={label}>
				{tabs.map(({ value, label }, index) => (
					<button
						key={value}
						type="button"
						role="tab"
						id={`${id}-tab-${index}`}
						data-value={value}
						aria-selected={index === 0}
						aria-controls={`${id}-${index}`}
						tabIndex={index === 0 ? 0 : -1}
					>
						{label}
					</button>
				))}
			</div>
			{tabs.map(({ value, label, content }, index) => (
				<div
					key={value}
					role="tabpanel"
					id={`${id}-${index}`}
					aria-labelledby={`${id}-tab-${index}`}
					data-label={label}
					hidden={index > 0}
				>
					{content}
				</div>
			))}
		</div>
	);
}
