import { describeResizes } from "./resizes.ts";

/** More seeds: `resizes.long.ts`. */
describeResizes([1], [4], 25);
