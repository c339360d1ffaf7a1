import type { ReactNode } from "react";

/** A table of facts in two columns; rows without a value are left out. @param rows `[name, value]` each */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
	const shown = rows.filter(([, value]) => value);
	return (
		<dl className="facts">
			{shown.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}

/** Links in a row, separated by commas; null where there are none. @param items `[href, text]` each */
export function Links({ items }: { items: readonly (readonly [href: string, text: ReactNode])[] }) {
	if (items.length === 0) return null;
	return items.map(([href, text], index) => (
		<span key={href}>
			{index > 0 && ", "}
			<a href={href}>{text}</a>
		</span>
	));
}
