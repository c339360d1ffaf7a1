/** A language of the highlighter. */
export interface Language {
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
