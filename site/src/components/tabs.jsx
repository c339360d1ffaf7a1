/**
 * Panels of which one is shown; `src/client/tabs.js` switches them. A choice is remembered for all blocks with the
 * same `choice`, and without scripts all panels are shown.
 * @param id unique on the page
 * @param choice what is chosen: `language` or `client`
 * @param tabs `{value, label, content}` each
 */
export function Tabs({ id, choice, label, tabs }) {
	if (tabs.length === 1) return tabs[0].content;
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
