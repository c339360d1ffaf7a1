import { bundleLibrary, SIZE_LIMIT } from "./bundle-library.ts";

const size = Buffer.byteLength(await bundleLibrary("esm", true));
console.log(
	`The library with all providers takes ${(size / 1000).toFixed(1)} kB minified, of ${SIZE_LIMIT / 1000} kB allowed.`,
);
if (size > SIZE_LIMIT) process.exitCode = 1;
