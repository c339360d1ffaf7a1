import { describeResizes } from "./resizes.ts";

/** The first of each is part of `npm test`, with half as many resizes. */
describeResizes([1, 2, 3], [4, 5], 50);
