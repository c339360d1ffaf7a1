import { HOME } from "./home.jsx";
import { PLAYGROUND } from "./playground.jsx";
import { TEMPLATES } from "./templates.jsx";
import { USE } from "./use.jsx";

/** Home, and the pages that are one island each; each file holds a page. */
export const TOOLS = [HOME, USE, PLAYGROUND, TEMPLATES];
