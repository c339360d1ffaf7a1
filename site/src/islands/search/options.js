/** A name is found whole and by its parts: `ProviderOutputError` finds `InferenceClientProviderOutputError`. */
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

function tokenize(text) {
	return text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
		const parts = word.match(PARTS) ?? [];
		return parts.length > 1 ? [word, ...parts] : word ? [word] : [];
	});
}

/** How the index is made and asked; both have to agree. */
export const SEARCH_OPTIONS = {
	fields: ["title", "page", "text"],
	storeFields: ["title", "page", "url"],
	tokenize,
	searchOptions: {
		boost: { title: 4, page: 2 },
		prefix: true,
		fuzzy: (term) => (term.length > 3 ? 0.2 : false),
		combineWith: "AND",
	},
};
