/** The search of the site: which sections a query means, best first. Runs in the page, and in the tests. */
import { isNear, normalize, normalizeStems, type QueryWord, queryWords, stem, wordsOf } from "./text.ts";

/** A page in the index. */
export interface IndexPage {
	title: string;
	path: string;
	/** `Guides`, `Tasks`, `API` … */
	kind: string;
	/** Other names people look for it by. */
	names?: string[];
	/** Whether it describes a type, which few look for by words. */
	isType?: boolean;
}

/** A part of a page: `page` is a position in the list of pages; the first part of a page has no anchor. */
export type IndexSection = [page: number, anchor: string, heading: string];

/** What is loaded first; texts follow, in the order of the sections. */
export interface TitleIndex {
	pages: IndexPage[];
	sections: IndexSection[];
}

export interface SearchResult {
	/** Position of the section. */
	id: number;
	title: string;
	/** Of the page, or its kind for a page itself. */
	page: string;
	url: string;
	score: number;
	/** A piece of the text around the words, cut into plain and `marked` parts. */
	excerpt: { text: string; isMarked: boolean }[];
}

/** How much a kind of page is worth: guides answer questions, a list of libraries rarely does. */
const KIND_WEIGHTS: Record<string, number> = {
	Home: 0.9,
	Guides: 1.5,
	Tasks: 1.4,
	Tools: 1.4,
	Commands: 1.15,
	Providers: 1.1,
	Reference: 0.9,
	API: 0.9,
	"In depth": 0.9,
	Project: 0.6,
	Libraries: 0.6,
};
const TYPE_WEIGHT = 0.65;
const SECTION_WEIGHT = 0.72;
/** Of a member of a type, whose short name is often a common word. */
const MEMBER_WEIGHT = 0.2;

const FIELD_WEIGHTS = { title: 8, names: 6, page: 2.5, text: 1 };
type Field = keyof typeof FIELD_WEIGHTS;

/** Results of one page, so that a long page does not fill the list. */
const MOST_OF_PAGE = 3;
/** Results of one name: many commands share an option, and many types a member. */
const MOST_OF_NAME = 2;
const EXCERPT_LENGTH = 150;
/** Words of an excerpt; a point at the end of one is the sentence's. */
const EXCERPT_WORDS = /([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*)/gu;

/** How well a word matches: as written, in another form, as a beginning, or despite a typo. */
const FORM = 0.9;
const BEGINNING = 0.55;
const TYPO = 0.35;

/** Word → for each section the fields that have it, with counts. */
type Postings = Map<string, Map<number, Partial<Record<Field, number>>>>;

export class SearchEngine {
	readonly #pages: readonly IndexPage[];
	readonly #sections: readonly IndexSection[];
	readonly #texts: string[] = [];
	readonly #lengths: number[] = [];
	readonly #postings: Postings = new Map();
	readonly #forms = new Map<string, Set<string>>();

	constructor({ pages, sections }: TitleIndex) {
		this.#pages = pages;
		this.#sections = sections;
		for (const [id, [position, anchor, heading]] of sections.entries()) {
			const page = this.#pageOf(position);
			if (anchor === "") {
				this.#add(id, "title", page.title);
				for (const name of page.names ?? []) this.#add(id, "names", name);
			} else {
				this.#add(id, "title", heading);
				this.#add(id, "page", page.title);
			}
		}
	}

	/** Adds the texts of sections, from section `start` on. */
	addTexts(start: number, texts: readonly string[]): void {
		for (const [index, text] of texts.entries()) {
			this.#texts[start + index] = text;
			this.#lengths[start + index] = this.#add(start + index, "text", text);
		}
	}

	/** Returns the sections that a query means, best first. */
	search(query: string, most = 20): SearchResult[] {
		const words = queryWords(query);
		if (words.length === 0) return [];
		const found = words.map((word) => this.#find(word));
		const weights = found.map((matches) => Math.log(1 + this.#sections.length / (1 + matches.size)));
		const whole = weights.reduce((sum, weight) => sum + weight, 0);
		const candidates = new Set(found.flatMap((matches) => [...matches.keys()]));
		const scored: { id: number; score: number }[] = [];
		for (const id of candidates) {
			let score = 0;
			let covered = 0;
			for (const [index, matches] of found.entries()) {
				const match = matches.get(id);
				const weight = weights[index] ?? 0;
				if (match === undefined) continue;
				score += match.score * weight;
				covered += weight * match.quality;
			}
			// A section with all words is worth far more than one with half of them.
			scored.push({
				id,
				score: score * (covered / whole) ** 2.5 * this.#weigh(id) + this.#phraseScore(id, query, words),
			});
		}
		scored.sort((left, right) => right.score - left.score || left.id - right.id);
		return this.#spread(scored, most).map(({ id, score }) => this.#describe(id, score, words));
	}

	#pageOf(position: number): IndexPage {
		const page = this.#pages[position];
		if (!page) throw new RangeError(`The index has no page ${position}.`);
		return page;
	}

	#add(id: number, field: Field, text: string): number {
		const words = wordsOf(text);
		for (const word of words) {
			const sections = this.#postings.get(word) ?? new Map<number, Partial<Record<Field, number>>>();
			if (sections.size === 0) {
				this.#postings.set(word, sections);
				const form = stem(word);
				this.#forms.set(form, (this.#forms.get(form) ?? new Set()).add(word));
			}
			const fields = sections.get(id) ?? {};
			fields[field] = (fields[field] ?? 0) + 1;
			sections.set(id, fields);
		}
		return words.length;
	}

	/** The known words that a word of a query may mean, each with the quality of the match. */
	#expand({ word, stem: form, isOpen, isName }: QueryWord): Map<string, number> {
		const similar = new Map<string, number>();
		const add = (known: string, quality: number) => {
			if ((similar.get(known) ?? 0) < quality) similar.set(known, quality);
		};
		if (this.#postings.has(word)) add(word, 1);
		for (const known of this.#forms.get(form) ?? []) add(known, known === word ? 1 : FORM);
		if (isOpen && word.length > 1) {
			const isKnown = similar.size > 0;
			for (const known of this.#postings.keys()) {
				if (known.length > word.length && known.startsWith(word)) add(known, isKnown ? BEGINNING * 0.5 : BEGINNING);
			}
		}
		// `ProviderOutputError` means the class `InferenceClientProviderOutputError`, even if a comment calls it so.
		if (isName) for (const known of this.#postings.keys()) if (known.endsWith(word)) add(known, FORM);
		if (similar.size > 0) return similar;
		// A part of a longer name, such as `ProviderOutputError` without its first words.
		if (isName || word.length > 7) {
			for (const known of this.#postings.keys()) if (known.includes(word)) add(known, BEGINNING);
		}
		if (similar.size === 0 && word.length > 3) {
			for (const known of this.#postings.keys()) if (isNear(word, known)) add(known, TYPO);
		}
		if (similar.size === 0 && isName) {
			for (const part of wordsOf(word.replaceAll(/[._]/g, " "))) if (this.#postings.has(part)) add(part, TYPO);
		}
		return similar;
	}

	/** The sections with a word, each with its best match. */
	#find(word: QueryWord): Map<number, { score: number; quality: number }> {
		const found = new Map<number, { score: number; quality: number }>();
		for (const [known, quality] of this.#expand(word)) {
			for (const [id, fields] of this.#postings.get(known) ?? []) {
				const score = quality * this.#fieldScore(id, fields);
				const before = found.get(id);
				if (!before || before.score < score) found.set(id, { score, quality: Math.max(quality, before?.quality ?? 0) });
			}
		}
		return found;
	}

	/** Repeated words count less and less, and less in a long text. */
	#fieldScore(id: number, fields: Partial<Record<Field, number>>): number {
		const length = this.#lengths[id] ?? 100;
		let score = 0;
		for (const [field, count = 0] of Object.entries(fields) as [Field, number | undefined][]) {
			const saturated = field === "text" ? (count * 2.2) / (count + 1.2 * (0.4 + 0.6 * (length / 120))) : 1;
			score += FIELD_WEIGHTS[field] * saturated;
		}
		return score;
	}

	#weigh(id: number): number {
		const [position, anchor] = this.#sectionOf(id);
		const { kind, isType } = this.#pageOf(position);
		const place = anchor === "" ? 1 : anchor.startsWith("member-") ? MEMBER_WEIGHT : SECTION_WEIGHT;
		return (KIND_WEIGHTS[kind] ?? 1) * (isType ? TYPE_WEIGHT : 1) * place;
	}

	/** Words in the order of the query, above all when they are the whole title. */
	#phraseScore(id: number, query: string, words: readonly QueryWord[]): number {
		const [position, anchor, heading] = this.#sectionOf(id);
		const page = this.#pageOf(position);
		const title = anchor === "" ? page.title : heading;
		const names = anchor === "" ? [title, ...(page.names ?? [])] : [title];
		const exact = query.trim();
		if (title === exact) return 2000 * this.#weigh(id);
		if (/\p{Ll}\p{Lu}/u.test(exact) && title.endsWith(exact)) return 1200 * this.#weigh(id);
		const wanted = normalize(query);
		if (names.some((name) => normalize(name) === wanted)) return 1000 * this.#weigh(id);
		const stems = normalizeStems(query);
		if (names.some((name) => normalizeStems(name) === stems)) return 600 * this.#weigh(id);
		const kept = words.map((word) => word.stem).join(" ");
		const keptNames = names.map((name) =>
			queryWords(name)
				.map((word) => word.stem)
				.join(" "),
		);
		if (keptNames.includes(kept)) return 300 * this.#weigh(id);
		if (words.length > 1 && keptNames.some((name) => ` ${name} `.includes(` ${kept} `))) return 60 * this.#weigh(id);
		if (words.length === 1 && keptNames.some((name) => name.startsWith(`${kept} `))) return 15 * this.#weigh(id);
		return 0;
	}

	#sectionOf(id: number): IndexSection {
		const section = this.#sections[id];
		if (!section) throw new RangeError(`The index has no section ${id}.`);
		return section;
	}

	#spread<Entry extends { id: number }>(scored: readonly Entry[], most: number): Entry[] {
		const counts = new Map<number | string, number>();
		const kept: Entry[] = [];
		const count = (key: number | string): number => {
			const number = (counts.get(key) ?? 0) + 1;
			counts.set(key, number);
			return number;
		};
		for (const entry of scored) {
			const [position, anchor] = this.#sectionOf(entry.id);
			if (/^(?:option|member)-/.test(anchor) && count(anchor) > MOST_OF_NAME) continue;
			if (count(position) <= MOST_OF_PAGE) kept.push(entry);
			if (kept.length === most) break;
		}
		return kept;
	}

	#describe(id: number, score: number, words: readonly QueryWord[]): SearchResult {
		const [position, anchor, heading] = this.#sectionOf(id);
		const { title, path, kind } = this.#pageOf(position);
		const isPage = anchor === "";
		return {
			id,
			title: isPage ? title : heading,
			page: isPage ? kind : title,
			url: isPage ? path : `${path}#${anchor}`,
			score,
			excerpt: excerptOf(this.#texts[id] ?? "", words),
		};
	}
}

/** The part of a text with the most words of a query, the words marked. */
function excerptOf(text: string, words: readonly QueryWord[]): SearchResult["excerpt"] {
	const isWanted = (word: string) =>
		wordsOf(word).some((part) =>
			words.some((wanted) => stem(part) === wanted.stem || (wanted.isOpen && part.startsWith(wanted.word))),
		);
	const hits = [...text.matchAll(EXCERPT_WORDS)].filter(([word]) => isWanted(word)).map(({ index }) => index);
	const near = (start: number) => hits.filter((hit) => hit >= start && hit < start + EXCERPT_LENGTH).length;
	const best = hits.reduce((found, hit) => (near(hit) > near(found) ? hit : found), hits[0] ?? 0);
	const begin = best < 30 ? 0 : text.indexOf(" ", best - 30) + 1;
	const end = text.length - begin <= EXCERPT_LENGTH ? text.length : text.lastIndexOf(" ", begin + EXCERPT_LENGTH);
	const shown = `${begin > 0 ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
	return shown
		.split(EXCERPT_WORDS)
		.map((part, index) => ({ text: part, isMarked: index % 2 === 1 && isWanted(part) }))
		.filter((part) => part.text !== "");
}
