import { expect, it } from "vitest";
import { tapBody } from "../../src/exchange/tap.ts";

it("a reader that leaves a body that broke leaves no rejection, while the recording is written", async () => {
	const rejections: unknown[] = [];
	const note = (reason: unknown): void => void rejections.push(reason);
	process.on("unhandledRejection", note);
	const interrupted = new Error("Interrupted");
	let breakBody: (error: Error) => void = () => undefined;
	const body = new ReadableStream({
		start: (sink) => {
			breakBody = (error) => sink.error(error);
		},
	});
	const ends: unknown[] = [];
	const tapped = tapBody(new Response(body), {
		piece: () => undefined,
		end: async (error) => {
			ends.push(error);
			await new Promise((resolve) => setTimeout(resolve, 20));
		},
	});
	breakBody(interrupted);
	await expect(tapped.body?.cancel()).rejects.toBe(interrupted);
	process.off("unhandledRejection", note);
	expect(rejections).toEqual([]);
	expect(ends).toMatchObject([{ name: "AbortError", message: "The caller stopped reading." }]);
});
