/** The script of every page. React is loaded by islands, after the first paint. */
import { watchAnchors } from "./client/anchors.js";
import { watchCopyButtons } from "./client/copy.js";
import { watchFilter } from "./client/filter.js";
import { loadFont } from "./client/font.js";
import { hydrateIslands } from "./client/islands.js";
import { watchSearch } from "./client/search.js";
import { watchTabs } from "./client/tabs.js";

watchCopyButtons();
watchAnchors();
watchTabs();
watchSearch();
watchFilter();
loadFont();
hydrateIslands();
