import type { Mark, Span } from "./span.ts";

/** A language of the highlighter. */
interface Language {
	keywords: ReadonlySet<string>;
	/** Beginnings of comments that end with the line. */
	lineComments: readonly string[];
	/** Comments that may span several lines. */
	blockComments: readonly (readonly [start: string, end: string])[];
	/** Quotes of strings, the longest first; those that may span several lines are in `longQuotes`. */
	quotes: readonly string[];
	longQuotes: readonly string[];
	/** Letters of names besides letters, digits and `_`. */
	nameCharacters: string;
	ignoreCase: boolean;
	/** Names before a colon or an equals sign are keys. */
	hasKeys: boolean;
	/** Lines are highlighted as a whole, by their first character. */
	isDiff: boolean;
	/** Names after these are highlighted, as tags or variables. */
	sigils: readonly string[];
}

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(" "));
}

function language(given: Partial<Language>): Language {
	return {
		keywords: new Set(),
		lineComments: [],
		blockComments: [],
		quotes: ['"', "'"],
		longQuotes: [],
		nameCharacters: "",
		ignoreCase: false,
		hasKeys: false,
		isDiff: false,
		sigils: [],
		...given,
	};
}

/** Describes one of the many languages that write comments as C does. */
function likeC(keywords: string, others: Partial<Language> = {}): Language {
	return language({ keywords: words(keywords), lineComments: ["//"], blockComments: [["/*", "*/"]], ...others });
}

const SCRIPT =
	"abstract any as async await boolean break case catch class const continue declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace new null number of private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while yield";
const C =
	"auto bool break case char class const constexpr continue default delete do double else enum explicit extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public register return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while";
const JAVA =
	"abstract as assert base bool boolean break byte case catch char class const continue decimal default do double else enum extends false final finally float for foreach get if implements import in instanceof int interface internal is long namespace native new null object out override package partial permits private protected public readonly record ref return sealed set short static string super switch synchronized this throw throws transient true try using var virtual void volatile when while yield";

const LANGUAGES: Readonly<Record<string, Language>> = {
	javascript: likeC(SCRIPT, { quotes: ['"', "'", "`"], longQuotes: ["`"], nameCharacters: "$" }),
	c: likeC(C),
	java: likeC(JAVA, { quotes: ['"""', '"', "'"], longQuotes: ['"""'], sigils: ["@"] }),
	kotlin: likeC(
		`${JAVA} companion data fun init lateinit object open operator reified sealed suspend typealias val vararg where by`,
		{ quotes: ['"""', '"', "'"], longQuotes: ['"""'], sigils: ["@"] },
	),
	swift: likeC(
		"actor any as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate for func guard if import in init inout internal is let mutating nil open operator override private protocol public repeat rethrows return self some static struct subscript super switch throw throws true try typealias var where while",
		{ quotes: ['"""', '"'], longQuotes: ['"""'], sigils: ["@"] },
	),
	go: likeC(
		"any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int int64 interface iota map nil package range return rune select string struct switch true type uint var",
		{ quotes: ['"', "'", "`"], longQuotes: ["`"] },
	),
	rust: likeC(
		"as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str struct super trait true type u32 u64 u8 unsafe use usize where while",
		{ quotes: ['"'], longQuotes: ['"'] },
	),
	php: likeC(`${SCRIPT} array echo elseif endif foreach fn include isset match print require trait use`, {
		lineComments: ["//", "#"],
		sigils: ["$"],
	}),
	css: language({
		blockComments: [["/*", "*/"]],
		nameCharacters: "-",
		hasKeys: true,
		sigils: ["@", "#", "."],
	}),
	python: language({
		keywords: words(
			"False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield",
		),
		lineComments: ["#"],
		quotes: ['"""', "'''", '"', "'"],
		longQuotes: ['"""', "'''"],
		sigils: ["@"],
	}),
	ruby: language({
		keywords: words(
			"BEGIN END alias and attr_accessor attr_reader begin break case class def do else elsif end ensure extend false for if in include module next nil not or puts raise redo require rescue retry return self super then true undef unless until when while yield",
		),
		lineComments: ["#"],
		sigils: ["@", ":"],
	}),
	bash: language({
		keywords: words(
			"alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local printf read readonly return select set shift source sudo test then trap unset until while",
		),
		lineComments: ["#"],
		longQuotes: ['"', "'"],
		nameCharacters: "-",
		sigils: ["$", "${"],
	}),
	sql: language({
		keywords: words(
			"add all alter and any as asc begin between by case check column commit constraint count create cross database default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer over partition primary references returning right rollback select set sum table then transaction true union unique update values view when where with avg max min",
		),
		lineComments: ["--"],
		blockComments: [["/*", "*/"]],
		ignoreCase: true,
	}),
	json: language({
		keywords: words("true false null"),
		lineComments: ["//"],
		quotes: ['"'],
		hasKeys: true,
	}),
	yaml: language({
		keywords: words("true false null yes no on off"),
		lineComments: ["#"],
		nameCharacters: "-.",
		hasKeys: true,
		sigils: ["&", "*"],
	}),
	toml: language({
		keywords: words("true false"),
		lineComments: ["#", ";"],
		quotes: ['"""', "'''", '"', "'"],
		longQuotes: ['"""', "'''"],
		nameCharacters: "-.",
		hasKeys: true,
	}),
	dockerfile: language({
		keywords: words(
			"add arg as cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume workdir",
		),
		lineComments: ["#"],
		ignoreCase: true,
		sigils: ["$", "${"],
	}),
	lua: language({
		keywords: words(
			"and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
		),
		blockComments: [["--[[", "]]"]],
		lineComments: ["--"],
	}),
	html: language({ blockComments: [["<!--", "-->"]], nameCharacters: "-", sigils: ["</", "<"] }),
	diff: language({ isDiff: true }),
};

/** Other names of a language. */
const ALIASES: Readonly<Record<string, string>> = {
	js: "javascript",
	jsx: "javascript",
	mjs: "javascript",
	ts: "javascript",
	tsx: "javascript",
	typescript: "javascript",
	json5: "json",
	jsonc: "json",
	jsonl: "json",
	py: "python",
	python3: "python",
	pycon: "python",
	sh: "bash",
	shell: "bash",
	zsh: "bash",
	console: "bash",
	fish: "bash",
	h: "c",
	cpp: "c",
	"c++": "c",
	cc: "c",
	hpp: "c",
	cs: "java",
	csharp: "java",
	"c#": "java",
	scala: "java",
	dart: "java",
	kt: "kotlin",
	golang: "go",
	rs: "rust",
	rb: "ruby",
	yml: "yaml",
	ini: "toml",
	conf: "toml",
	properties: "toml",
	env: "toml",
	docker: "dockerfile",
	xml: "html",
	svg: "html",
	vue: "html",
	svelte: "html",
	scss: "css",
	less: "css",
	patch: "diff",
	postgresql: "sql",
	mysql: "sql",
	sqlite: "sql",
};

/** Returns the language of a code block, by the word after its fence; undefined if unknown. */
export function findLanguage(name: string): Language | undefined {
	const id = name.toLowerCase();
	const known = Object.hasOwn(ALIASES, id) ? (ALIASES[id] ?? id) : id;
	return Object.hasOwn(LANGUAGES, known) ? LANGUAGES[known] : undefined;
}

/** State that continues on the next line: the end of a comment or a string that is still open. */
export type OpenConstruct = { end: string; mark: Mark } | undefined;

/** Highlights a line of code. Takes the open state of the line before, and returns that of this line. */
export function highlightLine(
	line: string,
	language: Language,
	carry: OpenConstruct,
): { spans: Span[]; carry: OpenConstruct } {
	if (language.isDiff) return { spans: [{ text: line, marks: diffMarks(line) }], carry: undefined };
	const spans: Span[] = [];
	const add = (text: string, ...marks: Mark[]): void => {
		spans.push({ text, marks });
	};
	let index = 0;
	let open = carry;
	while (index < line.length) {
		const rest = line.slice(index);
		if (open) {
			const length = findEnd(rest, open.end);
			add(length === undefined ? rest : rest.slice(0, length), open.mark);
			if (length === undefined) return { spans, carry: open };
			index += length;
			open = undefined;
			continue;
		}
		const begun = findBeginning(rest, index, line, language);
		if (begun) {
			const length = findEnd(rest.slice(begun.start.length), begun.end);
			const isKey = language.hasKeys && length !== undefined && /^\s*:/.test(rest.slice(begun.start.length + length));
			const text = length === undefined ? rest : rest.slice(0, begun.start.length + length);
			add(text, isKey && begun.mark === "string" ? "name" : begun.mark);
			if (length === undefined)
				return { spans, carry: begun.isLong ? { end: begun.end, mark: begun.mark } : undefined };
			index += text.length;
			continue;
		}
		const token = readToken(rest, line.slice(0, index), language);
		add(token.text, ...(token.mark ? [token.mark] : []));
		index += token.text.length;
	}
	return { spans, carry: open };
}

function diffMarks(line: string): Mark[] {
	if (line.startsWith("@@")) return ["name"];
	if (/^(?:\+\+\+|---|diff |index )/.test(line)) return ["bold"];
	if (line.startsWith("+")) return ["added"];
	return line.startsWith("-") ? ["removed"] : [];
}

interface Beginning {
	start: string;
	end: string;
	mark: Mark;
	isLong: boolean;
}

/** Returns the comment or text that begins here. */
function findBeginning(rest: string, index: number, line: string, language: Language): Beginning | undefined {
	const block = language.blockComments.find(([start]) => rest.startsWith(start));
	if (block) return { start: block[0], end: block[1], mark: "comment", isLong: true };
	// `#` inside a word of a shell, or `//` of a URL, begins no comment.
	const isWordStart = index === 0 || /[\s;{}()[\],]/.test(line.charAt(index - 1));
	const comment = language.lineComments.find((start) => rest.startsWith(start));
	if (comment && (isWordStart || comment.length > 1) && line.charAt(index - 1) !== ":") {
		return { start: rest, end: "", mark: "comment", isLong: false };
	}
	const quote = language.quotes.find((start) => rest.startsWith(start));
	// An apostrophe inside a word, as in the text of a markup language, opens no string.
	if (
		quote === undefined ||
		(quote === "'" && /\w/.test(line.charAt(index - 1)) && !/\b[bfru]{1,2}$/i.test(line.slice(0, index)))
	)
		return undefined;
	return { start: quote, end: quote, mark: "string", isLong: language.longQuotes.includes(quote) };
}

/** Characters up to and with the end; a backslash protects what follows it. Undefined if the end is not there. */
function findEnd(text: string, end: string): number | undefined {
	if (end === "") return 0;
	for (let index = 0; index < text.length; index++) {
		if (text.charAt(index) === "\\" && end.length <= 3 && /["'`]/.test(end)) index++;
		else if (text.startsWith(end, index)) return index + end.length;
	}
	return undefined;
}

function readToken(rest: string, before: string, language: Language): { text: string; mark?: Mark } {
	const name = new RegExp(
		`^[\\p{L}_${escapeClass(language.nameCharacters)}][\\p{L}\\p{N}_${escapeClass(language.nameCharacters)}]*`,
		"u",
	);
	const sigil = language.sigils.find((start) => rest.startsWith(start));
	if (sigil !== undefined) {
		const named = name.exec(rest.slice(sigil.length))?.[0];
		// After a letter these have another meaning, as in an email address.
		const isApart = !/^[@:&*]/.test(sigil) || !/\w$/.test(before);
		if (named && isApart) return { text: sigil + named, mark: "name" };
	}
	const number = /^(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\w{0,4}/.exec(rest)?.[0];
	if (number && !/[\w$]$/.test(before)) return { text: number, mark: "number" };
	const word = name.exec(rest)?.[0];
	if (word === undefined) return { text: /^[\s\S]/u.exec(rest)?.[0] ?? rest };
	const after = rest.slice(word.length);
	if (language.hasKeys && /^\s*[:=](?!=)/.test(after)) return { text: word, mark: "name" };
	if (language.keywords.has(language.ignoreCase ? word.toLowerCase() : word) && !before.endsWith(".")) {
		return { text: word, mark: "keyword" };
	}
	return after.startsWith("(") ? { text: word, mark: "name" } : { text: word };
}

/** Safe inside the brackets of an expression. */
function escapeClass(characters: string): string {
	return characters.replace(/[$\-.]/g, "\\$&");
}
