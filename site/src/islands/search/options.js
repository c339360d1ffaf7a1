/** Names are found as a whole and by their parts: `ProviderOutputError` finds `InferenceClientProviderOutputError`. */
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

const split = (text) => text.split(/[^\p{L}\p{N}]+/u).map((word) => ({ word, parts: word.match(PARTS) ?? [] }));

/** Returns words and their parts, for the index. */
const tokenize = (text) => split(text).flatMap(({ word, parts }) => (parts.length > 1 ? [word, ...parts] : parts));

/** Returns only the parts, for a query: each must be found. */
const tokenizeQuestion = (text) => split(text).flatMap(({ parts }) => parts);

/** Options for building and querying the index, which must agree. */
export const SEARCH_OPTIONS = {
	fields: ["title", "page", "text"],
	storeFields: ["title", "page", "url"],
	tokenize,
	searchOptions: {
		tokenize: tokenizeQuestion,
		boost: { title: 4, page: 2 },
		prefix: true,
		fuzzy: (term) => (term.length > 3 ? 0.2 : false),
		combineWith: "AND",
		// A page ranks before its parts.
		boostDocument: (_id, _term, { url }) => (url.includes("#") ? 1 : 3),
	},
};
