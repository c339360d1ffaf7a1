import type { Page } from "../page.ts";
import { PLAYGROUND } from "./playground.tsx";
import { TEMPLATES } from "./templates.tsx";
import { USE } from "./use.tsx";

/** The pages that are one island each; each file holds a page. */
export const TOOLS: Page[] = [USE, PLAYGROUND, TEMPLATES];
