/** Entry point `modelhub/snippets`: code that shows how to use a model. */
export * from "./api/index.ts";
export { getLibrarySnippets, type LibrarySnippet, type SnippetLanguage } from "./library/index.ts";
