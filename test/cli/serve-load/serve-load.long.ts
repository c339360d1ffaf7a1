import { describe, it } from "vitest";
import { proveFlatMemory, proveMalformed, proveStreams } from "./proofs.ts";

describe("hub serve under load, in full", () => {
	it("answers 20,000 malformed requests with errors", () => proveMalformed(20_000, Number(process.env["SEED"] ?? 7)));

	it("serves 500 streams at once", () => proveStreams(500));

	it("needs no more memory after 100,000 calls", async () => {
		// A leak of 1 kB a call would be 88 MB.
		const [before, after] = await proveFlatMemory(100_000, 60);
		process.stdout.write(`${before.toFixed(0)} MB after 10,000 calls, ${after.toFixed(0)} MB after 100,000\n`);
	});
});
