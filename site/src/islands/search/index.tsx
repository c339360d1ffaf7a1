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

	const isEmpty = words.trim() === "";
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
							onClick={() => {
								remember({ title: result.title, url: result.url });
								dialog.current?.close();
							}}
						>
							<KindIcon url={result.url} />
							<strong>{result.title}</strong> <span>{result.page}</span>
							{result.excerpt.length > 0 && <Excerpt parts={result.excerpt} />}
						</a>
					</li>
				))}
			</ul>
			{isEmpty && <Suggestions root={root} onOpen={() => dialog.current?.close()} />}
			{!isEmpty && engine && results.length === 0 && <Nothing root={root} words={words} />}
			<p role="status">{describe(words, engine !== undefined, isFailed, results.length)}</p>
		</dialog>
	);
}

interface Place {
	title: string;
	url: string;
}

/** Where most readers want to go. */
const POPULAR: readonly Place[] = [
	{ title: "Getting started", url: "guides/getting-started/" },
	{ title: "Which provider serves which task", url: "providers/" },
	{ title: "Batch", url: "guides/batch/" },
	{ title: "Coding agents on any model", url: "guides/coding-agents/" },
	{ title: "Streaming", url: "guides/streaming/" },
	{ title: "hub infer", url: "commands/infer/" },
];

const RECENT = "hub:recent";
const MOST_RECENT = 4;

function readRecent(): Place[] {
	try {
		const places: unknown = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
		if (!Array.isArray(places)) return [];
		// A stored address must be one of this site's own.
		return places.filter(
			(place): place is Place => typeof place?.title === "string" && /^[a-z][\w/#%.-]*$/i.test(String(place?.url)),
		);
	} catch {
		return [];
	}
}

function remember(place: Place): void {
	const others = readRecent().filter(({ url }) => url !== place.url);
	try {
		localStorage.setItem(RECENT, JSON.stringify([place, ...others].slice(0, MOST_RECENT)));
	} catch {
		// Storage is switched off.
	}
}

/** What is shown before something is typed. */
function Suggestions({ root, onOpen }: { root: string; onOpen(): void }) {
	const recent = readRecent();
	return (
		<div className="suggestions">
			{recent.length > 0 && <Places title="Recent" places={recent} {...{ root, onOpen }} />}
			<Places title="Popular" places={POPULAR} {...{ root, onOpen }} />
		</div>
	);
}

function Places({
	title,
	places,
	root,
	onOpen,
}: {
	title: string;
	places: readonly Place[];
	root: string;
	onOpen(): void;
}) {
	return (
		<section aria-label={title}>
			<h2>{title}</h2>
			<ul>
				{places.map((place) => (
					<li key={place.url}>
						<a href={root + place.url} onClick={onOpen}>
							<KindIcon url={place.url} />
							<strong>{place.title}</strong>
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Where to go on if nothing is found. */
function Nothing({ root, words }: { root: string; words: string }) {
	return (
		<div className="suggestions nothing">
			<p>
				No page has “{words.trim()}”. Try fewer or other words, or look at <a href={`${root}tasks/`}>all tasks</a>,{" "}
				<a href={`${root}commands/`}>all commands</a>, <a href={`${root}errors/`}>all errors</a> or{" "}
				<a href={`${root}api/`}>the API</a>.
			</p>
		</div>
	);
}

/** Area of the site → its icon, as paths of 20 by 20. */
const ICONS: Readonly<Record<string, string>> = {
	guides: "M4 4h5a2 2 0 0 1 2 2v10a2 2 0 0 0-2-2H4zM16 4h-3a2 2 0 0 0-2 2",
	tasks: "M4 6l2 2 3-4M4 14l2 2 3-4M12 6h5M12 14h5",
	providers: "M10 10L4 5M10 10l6-5M10 10l6 5M10 10l-6 5",
	commands: "M4 6l4 4-4 4M10 14h6",
	api: "M7 5l-4 5 4 5M13 5l4 5-4 5",
	errors: "M10 3l8 14H2zM10 8v4M10 14.5v.5",
};
const PAGE_ICON = "M5 3h7l3 3v11H5zM12 3v3h3";

function KindIcon({ url }: { url: string }) {
	return (
		<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
			<path d={ICONS[url.split("/")[0] ?? ""] ?? PAGE_ICON} />
		</svg>
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
