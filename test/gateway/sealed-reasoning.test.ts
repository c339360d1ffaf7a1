import { describe, expect, it } from "vitest";
import { openReasoning, sealReasoning } from "../../src/gateway/sealed-reasoning.ts";

describe("what a client keeps with reasoning", () => {
	it.each(["reasoning_content", "reasoning"] as const)("brings %s back with the text beside it", (field) => {
		expect(openReasoning(sealReasoning(field), "Hm “ü”\n")).toEqual({ field, text: "Hm “ü”\n" });
	});

	it.each(["reasoning_content", "reasoning"] as const)("brings %s back with the text in it", (field) => {
		const sealed = sealReasoning(field, "Hm “ü”\n🙂");
		expect(sealed).not.toContain("Hm");
		expect(openReasoning(sealed, "")).toEqual({ field, text: "Hm “ü”\n🙂" });
	});

	it.each<[string, unknown, string]>([
		["of another service", "EqQBCkgIBBABGAIiQL2UoU0b1OHYi", "Hm"],
		["of another version", "hub9c", "Hm"],
		["that is empty", "", "Hm"],
		["that is missing", undefined, "Hm"],
		["of another type", { toString: "hub1c" }, "Hm"],
		["without a text", "hub1c", ""],
		["with broken base64", "hub1c.%%%", ""],
		["with bytes that are no text", "hub1c./w==", ""],
		["that names a member of objects", "constructor", "Hm"],
		["that is too long", `hub1c.${"A".repeat(33 * 2 ** 20)}`, ""],
	])("is no reasoning if it is one %s", (_, sealed, carried) => {
		expect(openReasoning(sealed, carried)).toBeUndefined();
	});
});
