import { describeRecipes } from "./recipes.ts";

/** The tests about providers run in the copy too in `recipes.release.ts`. */
describeRecipes(false);
