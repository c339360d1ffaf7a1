import { describeResizes } from "./resizes.ts";

/** The first of each is part of `npm test`. */
describeResizes([1, 2, 3], [4, 5]);
