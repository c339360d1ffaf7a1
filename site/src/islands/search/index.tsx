import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { SearchEngine, type SearchResult, type TitleIndex } from "../../search/engine.ts";
import "./search.css";

const MOST = 20;
const PIECES = [1, 2, 3];

/** What can be done with the mounted dialog. */
export interface SearchHandle {
	open(): void;
}

interface Props {
	/** Path to the root of the site. */
	root: string;
	onReady(handle: SearchHandle): void;
}

/** The search dialog. */
export default function Search({ root, onReady }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const list = useRef<HTMLUListElement>(null);
	const { engine, isFailed } = useEngine(root);
	const [words, setWords] = useState("");
	const [current, setCurrent] = useState(0);
	const id = useId();

	useEffect(() => {
		onReady({
			open: () => {
				if (!dialog.current?.open) dialog.current?.showModal();
			},
		});
	}, [onReady]);

	const results = engine && words.trim() ? engine.search(words, MOST) : [];
	const move = (step: number) => {
		const next = Math.max(0, Math.min(results.length - 1, current + step));
		setCurrent(next);
		list.current?.children[next]?.scrollIntoView({ block: "nearest" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
		if (step !== 0) {
			event.preventDefault();
			move(step);
		}
		// Otherwise the browser only clears the field.
		if (event.key === "Escape") {
			event.preventDefault();
			dialog.current?.close();
		}
		if (event.key === "Enter") {
			event.preventDefault();
			list.current?.children[current]?.querySelector("a")?.click();
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
				aria-controls={`${id}-list`}
				aria-activedescendant={results[current] && `${id}-${current}`}
				onChange={(event) => {
					setWords(event.target.value);
					setCurrent(0);
				}}
				onKeyDown={onKeyDown}
			/>
			<ul id={`${id}-list`} aria-label="Results" ref={list}>
				{results.map((result, position) => (
					<li key={result.id}>
						{/* A click that stays on the page has to close the dialog. */}
						<a
							id={`${id}-${position}`}
							href={root + result.url}
							className={position === current ? "current" : undefined}
							aria-current={position === current ? "true" : undefined}
							onClick={() => dialog.current?.close()}
						>
							<strong>{result.title}</strong> <span>{result.page}</span>
							{result.excerpt.length > 0 && <Excerpt parts={result.excerpt} />}
						</a>
					</li>
				))}
			</ul>
			<p role="status">{describe(words, engine !== undefined, isFailed, results.length)}</p>
		</dialog>
	);
}

function Excerpt({ parts }: { parts: SearchResult["excerpt"] }) {
	return (
		<small>
			{parts.map(({ text, isMarked }, index) => {
				const key = `${index}-${text}`;
				return isMarked ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
			})}
		</small>
	);
}

/** Loads titles, which are enough for first results, and then the texts; each piece makes the results better. */
function useEngine(root: string): { engine: SearchEngine | undefined; isFailed: boolean } {
	const [state, setState] = useState<{ engine?: SearchEngine; pieces: number; isFailed: boolean }>({
		pieces: 0,
		isFailed: false,
	});
	useEffect(() => {
		const load = async (name: string): Promise<unknown> => {
			const response = await fetch(`${root}search/${name}.json`);
			if (!response.ok) throw new Error(`The index lacks ${name}.`);
			return await response.json();
		};
		const loadAll = async () => {
			const engine = new SearchEngine((await load("titles")) as TitleIndex);
			setState({ engine, pieces: 0, isFailed: false });
			for (const piece of PIECES) {
				const { start, texts } = (await load(`texts-${piece}`)) as { start: number; texts: string[] };
				engine.addTexts(start, texts);
				setState({ engine, pieces: piece, isFailed: false });
			}
		};
		loadAll().catch(() => setState((before) => ({ ...before, isFailed: before.engine === undefined })));
	}, [root]);
	return { engine: state.engine, isFailed: state.isFailed };
}

function describe(words: string, isLoaded: boolean, isFailed: boolean, count: number): string {
	if (isFailed) return "The search index could not be loaded.";
	if (!words.trim()) return "Words, names or options. Arrows choose, Enter opens, Escape closes.";
	if (!isLoaded) return "Loading …";
	return count === 0 ? "Nothing found." : `${count === MOST ? `First ${MOST}` : count} found.`;
}
