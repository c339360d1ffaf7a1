import "./filter.css";

interface Props {
	/** Id of the list whose items, those with `data-words`, are filtered. */
	list: string;
	placeholder: string;
}

/** A field that filters a list; `client/filter.ts` does it. */
export function Filter({ list, placeholder }: Props) {
	return (
		<p className="filter">
			<input type="search" aria-label="Filter" placeholder={placeholder} data-filter={list} />
			<output aria-live="polite" />
		</p>
	);
}

/** The words that an item of a list is found by. */
export function wordsOf(...parts: readonly string[]): string {
	return parts.join(" ").toLowerCase();
}
