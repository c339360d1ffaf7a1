import MiniSearch from "minisearch";
import { useEffect, useId, useRef, useState } from "react";
import { SEARCH_OPTIONS } from "./options.js";
import "./search.css";

const MOST = 20;

/**
 * The search dialog.
 * @param root path to the root of the site
 * @param onReady gets `{open}` when the dialog can be opened
 */
export default function Search({ root, onReady }) {
	const dialog = useRef(null);
	const [index, setIndex] = useState();
	const [isFailed, setFailed] = useState(false);
	const [words, setWords] = useState("");
	const [current, setCurrent] = useState(0);
	const id = useId();

	useEffect(() => {
		fetch(`${root}search.json`)
			.then((response) => response.text())
			.then((json) => setIndex(MiniSearch.loadJSON(json, SEARCH_OPTIONS)))
			.catch(() => setFailed(true));
		onReady({ open: () => dialog.current.open || dialog.current.showModal() });
	}, [root, onReady]);

	const results = index && words.trim() ? find(index, words).slice(0, MOST) : [];
	const list = useRef(null);

	const move = (step) => {
		const next = Math.max(0, Math.min(results.length - 1, current + step));
		setCurrent(next);
		list.current?.children[next]?.scrollIntoView({ block: "nearest" });
	};
	const onKeyDown = (event) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step) {
			event.preventDefault();
			move(step);
		}
		// Otherwise the browser only clears the field.
		if (event.key === "Escape") {
			event.preventDefault();
			dialog.current.close();
		}
		if (event.key === "Enter") {
			event.preventDefault();
			list.current?.children[current]?.querySelector("a").click();
		}
	};

	return (
		<dialog ref={dialog} className="search" aria-label="Search" closedby="any">
			<input
				type="search"
				aria-label="Search the documentation"
				placeholder="Search the documentation"
				autoComplete="off"
				spellCheck={false}
				value={words}
				aria-controls={id}
				onChange={(event) => {
					setWords(event.target.value);
					setCurrent(0);
				}}
				onKeyDown={onKeyDown}
			/>
			<ul id={id} aria-label="Results" ref={list}>
				{results.map(({ id, title, page, url }, position) => (
					<li key={id}>
						{/* A click that stays on the page has to close the dialog. */}
						<a
							href={root + url}
							className={position === current ? "current" : undefined}
							onClick={() => dialog.current.close()}
						>
							<strong>{title}</strong> <span>{page}</span>
						</a>
					</li>
				))}
			</ul>
			<p role="status">{describe({ words, index, isFailed, count: results.length })}</p>
		</dialog>
	);
}

function describe({ words, index, isFailed, count }) {
	if (isFailed) return "The search index could not be loaded.";
	if (!words.trim()) return "Words, names or options. Arrows choose, Enter opens, Escape closes.";
	if (!index) return "Loading …";
	return count === 0 ? "Nothing found." : `${count === MOST ? `First ${MOST}` : count} found.`;
}

/** Returns results with all words, else with some of them. */
function find(index, words) {
	const found = index.search(words);
	return found.length > 0 ? found : index.search(words, { combineWith: "OR" });
}
