/** Builds the package where its sources have changed, so that a benchmark measures the present code. */
import { builtFile } from "../helpers/built.ts";

builtFile();
