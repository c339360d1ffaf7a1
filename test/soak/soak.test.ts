import { expect, it } from "vitest";
import { soak } from "./calls.ts";
import { killWriters } from "./kill.ts";

it("leaves no timer, socket or listener after many calls and aborts", async () => {
	expect(await soak(120, 200)).toEqual({ unsettled: 0, listeners: 0, resources: [] });
});

it("leaves no partial file when killed", async () => {
	expect(await killWriters(9)).toEqual([]);
});
