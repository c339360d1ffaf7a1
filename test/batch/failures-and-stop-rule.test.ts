import { describe, expect, it } from "vitest";
import { Budget } from "../../src/batch/budget.ts";
import {
	describeFailure,
	type FailureKind,
	isEmpty,
	isLimit,
	isSpent,
	readEstimatedTime,
} from "../../src/batch/failure.ts";
import { CallGroups, takeGroup } from "../../src/batch/groups.ts";
import { countGone, createManifest, findDifference, findInputChange } from "../../src/batch/manifest.ts";
import { Bitmap, IdSet } from "../../src/batch/row-sets.ts";
import { StopRule } from "../../src/batch/stop-rule.ts";
import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../../src/errors.ts";

function refused(status: number, body: unknown = {}, retryAfter?: number): InferenceClientProviderApiError {
	const response = { requestId: "", status, body, ...(retryAfter === undefined ? {} : { retryAfter }) };
	return new InferenceClientProviderApiError("no", { url: "https://x", method: "POST" }, response as never);
}

describe("failures", () => {
	it.each([
		[200, "unavailable"],
		[299, "unavailable"],
		[300, "refused"],
		[400, "refused"],
		[401, "not_allowed"],
		[402, "not_allowed"],
		[403, "not_allowed"],
		[404, "not_found"],
		[408, "timeout"],
		[422, "refused"],
		[429, "rate_limited"],
		[499, "refused"],
		[500, "unavailable"],
		[503, "unavailable"],
	] satisfies [number, FailureKind][])("of status %i are %s", (status, kind) => {
		expect(describeFailure(refused(status))).toEqual({ kind, status, message: "no" });
	});

	it.each([
		["malformed", "malformed"],
		["failed", "refused"],
		["timeout", "timeout"],
	] as const)("of an output that is %s are %s", (reason, kind) => {
		expect(describeFailure(new InferenceClientProviderOutputError("no", reason))).toEqual({ kind, message: "no" });
	});

	it("name the system's error, once", () => {
		const failed = (cause: unknown): string => describeFailure(new TypeError("fetch failed", { cause })).message;
		expect(failed(new Error("reset"))).toBe("fetch failed: reset");
		expect(failed(new Error("fetch failed"))).toBe("fetch failed");
		expect(failed(new Error(""))).toBe("fetch failed");
	});

	it.each([
		[429, { error: { code: "insufficient_quota" } }, undefined, true],
		[429, { error: { type: "insufficient_quota" } }, undefined, true],
		[429, { error: { code: "insufficient_quota" } }, 1, false],
		[429, { error: { code: "slow_down", type: "insufficient_quota" } }, undefined, false],
		[402, { error: { code: "insufficient_quota" } }, undefined, false],
	])("with %i, %j and a pause of %s tell whether money is missing", (status, body, pause, wanted) => {
		expect(isSpent(refused(status, body, pause))).toBe(wanted);
		if (status === 429) expect(isLimit(refused(status, body, pause), undefined, false)).toBe(!wanted);
	});

	it.each([
		[503, "try later", undefined, "groq", false, false],
		[503, "try later", undefined, "groq", true, true],
		[503, "try later", 2, "groq", false, true],
		[503, "try later", undefined, "together", false, true],
		[503, { error: "Model is Loading" }, undefined, "groq", false, true],
		[503, "too many requests", undefined, "groq", false, true],
		[500, "overloaded", 2, "together", true, false],
	])("with %i, %j, a pause of %s at %s (%s) tell a limit", (status, body, pause, provider, hasPause, wanted) => {
		expect(isLimit(refused(status, body, pause), provider, hasPause)).toBe(wanted);
	});

	it.each([
		[3, 3000],
		[0.5, 500],
		[0, undefined],
		[-1, undefined],
		["3", undefined],
	])("with the estimated time %j wait %s milliseconds", (estimated_time, wanted) => {
		expect(readEstimatedTime(refused(503, { estimated_time }))).toBe(wanted);
	});

	it.each([
		["conversational", { choices: [] }, true],
		["conversational", { choices: [{}] }, false],
		["conversational", {}, false],
		["text-generation", { choices: [] }, false],
		["feature-extraction", [], true],
		["feature-extraction", [[1], []], true],
		["feature-extraction", [1], false],
		["feature-extraction", [[1], [2]], false],
	] as const)("of %s: %j is empty: %s", (task, output, wanted) => {
		expect(isEmpty(task, output)).toBe(wanted);
	});
});

describe("the rule to stop", () => {
	const failure = { kind: "refused", message: "no", status: 400 } as const;
	const refusals = (hasSucceeded = false) => ({ hasSucceeded, isProbed: false, inARow: 0, first: undefined });

	it("ends a run whose first 20 rows fail, and not one with 19 or a result among them", () => {
		const rule = new StopRule(undefined, false);
		for (let row = 0; row < 19; row++) expect(rule.fail(failure, refused(400))).toBeUndefined();
		expect(rule.fail(failure, refused(400))).toMatchObject({
			message: "The first 20 rows all failed. The first: no.",
			hasCommonCause: true,
		});
		const other = new StopRule(undefined, false);
		other.succeed(refusals());
		for (let row = 0; row < 40; row++) expect(other.fail(failure, refused(400))).toBeUndefined();
	});

	it.each([
		["a common status", [400, 400], true],
		["different ones", [400, 422], false],
	])("names one cause for %s", (_, statuses, hasCommonCause) => {
		const rule = new StopRule(undefined, false);
		const fail = (row: number) => {
			const status = statuses[row % 2] ?? 0;
			return rule.fail({ ...failure, status }, refused(status));
		};
		for (let row = 0; row < 19; row++) fail(row);
		expect(fail(19)).toMatchObject({ hasCommonCause });
	});

	it("counts --max-errors from 20 rows on, and allows as many as it says", () => {
		const rule = new StopRule({ count: 21 }, false);
		rule.succeed();
		for (let row = 0; row < 21; row++) expect(rule.fail(failure, undefined)).toBeUndefined();
		expect(rule.fail(failure, undefined)).toMatchObject({ message: "22 of 23 rows failed. The first: no." });
		const share = new StopRule({ share: 0.5 }, false);
		for (let row = 0; row < 10; row++) share.succeed();
		for (let row = 0; row < 10; row++) expect(share.fail(failure, undefined)).toBeUndefined();
		expect(share.fail(failure, undefined)).toMatchObject({ message: "11 of 21 rows failed. The first: no." });
	});

	it("takes 404 as final until a row has a result, here or in an earlier run", () => {
		const rule = new StopRule(undefined, false);
		expect(rule.findFinal(refused(404), refusals())).toBeInstanceOf(InferenceClientProviderApiError);
		rule.succeed();
		expect(rule.findFinal(refused(404), refusals())).toBeUndefined();
		expect(new StopRule(undefined, true).findFinal(refused(404), refusals())).toBeUndefined();
		expect(rule.findFinal(refused(400), refusals())).toBeUndefined();
	});

	it.each([401, 402, 403])("takes %i as final before the first result, then after 20 in a row", (status) => {
		const rule = new StopRule(undefined, false);
		const state = refusals();
		expect(rule.findFinal(refused(status), state)).toBeInstanceOf(InferenceClientProviderApiError);
		rule.succeed(state);
		for (let row = 0; row < 19; row++) expect(rule.findFinal(refused(status), state)).toBeUndefined();
		expect(rule.findFinal(refused(status), state)).toMatchObject({ hasCommonCause: true });
	});

	it("probes a target that refused three rows since its last result, once", () => {
		const rule = new StopRule(undefined, false);
		const state = refusals(true);
		for (const wanted of [false, false, true]) {
			rule.findFinal(refused(403), state);
			expect(rule.needsProbe(state)).toBe(wanted);
		}
		expect(rule.needsProbe({ ...state, isProbed: true })).toBe(false);
		expect(rule.needsProbe({ ...state, hasSucceeded: false })).toBe(false);
		expect(rule.failProbe(refused(500), state)).toBeUndefined();
		expect(rule.failProbe(refused(403), state)?.message).toMatch(/^3 consecutive rows were refused, and a row/);
		rule.succeed(state);
		expect(state).toMatchObject({ inARow: 0, isProbed: false });
	});
});

describe("a budget", () => {
	it.each([
		["none", undefined, [], 0, Number.POSITIVE_INFINITY],
		["nothing known", 1, [], 5, 1],
		["used up", 1, [1], 0, 0],
		["free rows", 1, [0], 100, Number.POSITIVE_INFINITY],
		["a tenth each", 1, [0.1], 0, 9],
		["a tenth each, four in flight", 1, [0.1], 4, 5],
		["more in flight than left", 1, [0.1], 12, 0],
		["exactly one left", 1, Array.from({ length: 9 }, () => 0.1), 0, 1],
	])("with %s has room", (_, most, costs, inFlight, wanted) => {
		const budget = new Budget(most, 0);
		for (const cost of costs) budget.add(cost, 1);
		expect(budget.roomFor(inFlight)).toBe(wanted);
	});

	it("counts the rows of a call, and sums that are inexact", () => {
		const budget = new Budget(1, 0);
		budget.add(0.2, 2);
		expect(budget.roomFor(0)).toBe(8);
		const inexact = new Budget(0.3, 0);
		for (const cost of [0.1, null, 0.1]) inexact.add(cost, 1);
		expect(inexact.roomFor(0)).toBe(1);
	});
});

describe("groups of rows", () => {
	const rows = (...texts: string[]) => texts.map((inputs) => ({ work: undefined, args: { inputs } }));

	it("share tokens by length and the cost by tokens, without losing one", () => {
		const groups = new CallGroups({ maxInputs: 10, split: (output) => output as unknown[] }, undefined, true);
		const answer = { output: ["a", "b", "c"], usage: { input_tokens: 10, output_tokens: 2 }, cost: 1 };
		const shares = groups.divide(answer, rows("xxxx", "x", "xx"));
		expect(shares?.map(({ usage }) => usage)).toEqual([
			{ input_tokens: 6, output_tokens: 1 },
			{ input_tokens: 1, output_tokens: 0 },
			{ input_tokens: 3, output_tokens: 1 },
		]);
		expect(shares?.map(({ cost }) => cost)).toEqual([0.6, 0.1, 0.3]);
		const empty = groups.divide({ ...answer, usage: undefined, cost: null }, rows("", "", ""));
		expect(empty?.map(({ cost, usage }) => [cost, usage])).toEqual(Array(3).fill([null, undefined]));
		expect(groups.divide({ ...answer, output: ["a"] }, rows("x", "x"))).toBeUndefined();
	});

	it("end at another task or model, at an answered row, and at their size", () => {
		const work = (more: object = {}) => ({ row: { id: "", ...more }, args: { inputs: "x" }, most: 9 }) as never;
		const sizes = (...works: never[]): number => takeGroup(works, 3).length;
		expect(sizes(work(), work(), work(), work())).toBe(3);
		expect(sizes(work(), work({ model: "other" }))).toBe(1);
		expect(sizes(work(), work({ task: "conversational" }))).toBe(1);
		expect(sizes(work(), work({ failure: {} }))).toBe(1);
		expect(sizes(work(), work(), work({ answer: {} }))).toBe(2);
	});
});

describe("sets of rows", () => {
	it("hold numbers on both sides of a byte and of their first size", () => {
		const numbers = [0, 7, 8, 8191, 8192, 100_003];
		const set = new Bitmap();
		expect(numbers.map((number) => set.add(number))).toEqual(numbers.map(() => true));
		expect(set.add(8192)).toBe(false);
		expect(numbers.map((number) => [set.has(number - 1), set.has(number), set.has(number + 1)])).toEqual([
			[false, true, false],
			[false, true, true],
			[true, true, false],
			[false, true, true],
			[true, true, false],
			[false, true, false],
		]);
		expect([...set.rows()]).toEqual(numbers);
		for (const first of [8, 9, 8191, 8192, 1e9]) {
			expect([...set.rows(first)]).toEqual(numbers.filter((number) => number >= first));
		}
		set.delete(8);
		set.delete(9);
		expect([set.count, set.has(8), set.has(7)]).toEqual([5, false, true]);
	});

	it("know ids by the number that they had first, as they grow", () => {
		const set = new IdSet();
		for (let index = 0; index < 5000; index++) expect(set.add(`é${index}`, index)).toBeUndefined();
		expect([set.add("é0", 7), set.add("é4999", 4999), set.add("é4999", 1)]).toEqual([0, undefined, 4999]);
		expect([set.get("é0"), set.get("é3000"), set.get("é5000")]).toEqual([0, 3000, undefined]);
	});
});

describe("manifests", () => {
	const mark = { name: "in.csv", size: 5, hash: "a" };
	const made = (fingerprint: object, inputs = [mark], shard?: { index: number; count: number }) =>
		createManifest(fingerprint as never, inputs, shard);

	it.each([
		[made({ task: "a" }), made({ task: "a" }), undefined],
		[made({ task: "a" }), made({ task: "b" }), 'task changed from "a" to "b"'],
		[made({}), made({ keep: "x".repeat(90) }), `keep changed from not set to "${"x".repeat(79)}…`],
		[made({}), made({ keep: "x".repeat(78) }), `keep changed from not set to "${"x".repeat(78)}"`],
		[made({}), made({}, [mark], { index: 1, count: 4 }), "the shard changed from none to 1/4"],
		[made({}), made({}, []), "the number of inputs changed from 1 to 0"],
		[made({}), made({}, [{ ...mark, size: 6 }]), "the input in.csv changed from 5 to 6 bytes"],
		[made({}), made({}, [{ ...mark, hash: "b" }]), "the input in.csv has changed"],
	])("name the first difference, %#", (before, now, wanted) => {
		expect(findDifference(before, now)).toBe(wanted);
	});

	it("count rows that are gone, unless they were removed", () => {
		const change = { time: "", kept: 1, open: 2, gone: 3, isPruned: false, dropped_cost_usd: 0 };
		expect([countGone({}), countGone({ change }), countGone({ change: { ...change, isPruned: true } })]).toEqual([
			0, 3, 0,
		]);
		expect(findInputChange({ inputs: [] }, { inputs: [] })).toBeUndefined();
	});
});
