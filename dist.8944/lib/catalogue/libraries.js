import data from "./data/libraries.json.js";
import { ALL_MODEL_LIBRARY_KEYS } from "./library-ids.js";
import { ALL_MODEL_LIBRARY_KEYS as ALL_MODEL_LIBRARY_KEYS2 } from "./library-ids.js";
const MODEL_LIBRARIES = data.libraries;
const DEFAULT_COUNTED_FILES = data.defaultCountedFiles;
const ALL_DISPLAY_MODEL_LIBRARY_KEYS = ALL_MODEL_LIBRARY_KEYS.filter(
  (key) => MODEL_LIBRARIES[key].filter
);
function describeLibraries(findSnippets) {
  const elements = ALL_MODEL_LIBRARY_KEYS.map((key) => {
    const { generator, ...element } = MODEL_LIBRARIES[key];
    const snippets = generator === void 0 ? void 0 : findSnippets(key);
    return [key, snippets ? { ...element, snippets } : element];
  });
  return Object.fromEntries(elements);
}
export {
  ALL_DISPLAY_MODEL_LIBRARY_KEYS,
  ALL_MODEL_LIBRARY_KEYS2 as ALL_MODEL_LIBRARY_KEYS,
  DEFAULT_COUNTED_FILES,
  MODEL_LIBRARIES,
  describeLibraries
};
