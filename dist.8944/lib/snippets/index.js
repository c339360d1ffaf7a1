export * from "./api/index.js";
import { listAppSnippets } from "./apps.js";
import { getLibrarySnippets } from "./library/index.js";
import { listLoadSnippets } from "./library/list.js";
export {
  getLibrarySnippets,
  listAppSnippets,
  listLoadSnippets
};
