/** The script of every page. React is loaded by islands, after the first paint. */
import { watchAnchors } from "./client/anchors.ts";
import { watchContents } from "./client/contents.ts";
import { watchCopyButtons } from "./client/copy.ts";
import { watchFilter } from "./client/filter.ts";
import { loadFont } from "./client/font.ts";
import { hydrateIslands } from "./client/islands.ts";
import { watchMotion } from "./client/motion.ts";
import { watchSearch } from "./client/search.ts";
import { watchTabs } from "./client/tabs.ts";
import { watchTheme } from "./client/theme.ts";

watchTheme();
watchCopyButtons();
watchAnchors();
watchContents();
watchTabs();
watchSearch();
watchFilter();
loadFont();
hydrateIslands();
watchMotion();
