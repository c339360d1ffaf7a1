import { describeLibraries } from "../../catalogue/libraries.js";
import { librarySnippets } from "./index.js";
const MODEL_LIBRARIES_UI_ELEMENTS = describeLibraries(
  (key) => librarySnippets[key]
);
export {
  MODEL_LIBRARIES_UI_ELEMENTS
};
