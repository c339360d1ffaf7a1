import { describeRecipes } from "./recipes.ts";

describeRecipes(true);
