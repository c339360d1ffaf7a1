import type { Page } from "../page.ts";
import { HOME } from "./home.tsx";
import { PLAYGROUND } from "./playground.tsx";
import { TEMPLATES } from "./templates.tsx";
import { USE } from "./use.tsx";

/** Home, and the pages that are one island each; each file holds a page. */
export const TOOLS: Page[] = [HOME, USE, PLAYGROUND, TEMPLATES];
