import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that this process holds after a collection: garbage, also that of earlier tests, does not count. */
export function memoryInUse(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}
