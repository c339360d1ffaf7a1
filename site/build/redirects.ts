/** Addresses of pages that are gone, and the pages that say the same now. */
export const REDIRECTS: Readonly<Record<string, string>> = {
	"guides/errors/": "guides/errors-and-retries/",
	"guides/record-and-replay/": "guides/testing/",
};
