import { expect, it } from "vitest";
import { walkLibrary } from "../../scripts/count-walk.ts";

/**
 * Files of the library on the way of an image, and functions in them; see docs/decisions/099-count-the-walk.md. One of them
 * checks how deep an answer of more than 2,000 characters is: the list of providers has as many. The map of
 * recent values is a file that others share, and so is the order of lists.
 */
const MAX = { files: 21, functions: 67 };

it("an image runs no more files and functions of the library", async () => {
	const { files, functions, text } = await walkLibrary("textToImage");
	expect(files).toBeGreaterThan(0);
	expect(files, text).toBeLessThanOrEqual(MAX.files);
	expect(functions, text).toBeLessThanOrEqual(MAX.functions);
});
