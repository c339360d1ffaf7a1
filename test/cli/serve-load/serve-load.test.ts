import { describe, expect, it } from "vitest";
import { proveFlatMemory, proveMalformed, proveStreams } from "./proofs.ts";

describe("hub serve under load", () => {
	it("answers malformed requests with errors", () => proveMalformed(200, 1, 2000));

	it("serves concurrent streams, and ends the calls of clients that disconnect", () => proveStreams(40));

	it("needs no more memory after many calls", async () => {
		// Compiled code and the page's calls come first; a leak of 200 kB a call would be 180 MB.
		expect(await proveFlatMemory(1000, 120)).toHaveLength(2);
	});
});
