/** Builds the package where its sources have changed, so that a benchmark measures the present code. */
import build from "../helpers/build.ts";

await build();
