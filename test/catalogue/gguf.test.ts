import { describe, expect, it } from "vitest";
import {
	findNearestQuantType,
	GGMLFileQuantizationType,
	GGMLQuantizationType,
	GGUF_QUANT_ORDER,
	GGUF_QUANT_RE,
	GGUF_QUANT_RE_GLOBAL,
	parseGGUFQuantLabel,
} from "../../src/tasks.ts";
import { readSpecification } from "./specification.ts";

interface NamedType {
	name: keyof typeof GGMLFileQuantizationType;
	id: number;
	since?: string;
}
interface Groups {
	prefix: string | null;
	quant: string;
	sizeVariation: string | null;
}
interface LabelVector {
	file: string;
	label: string | null;
	later?: string;
	groups?: Groups;
	groupsLater?: Groups;
}
interface NearestVector {
	target: string;
	available: string[];
	expect: string | null;
}

const specified = readSpecification<{
	fileTypes: NamedType[];
	tensorTypes: NamedType[];
	quantOrderLargestFirst: string[];
	labelVectors: LabelVector[];
	nearestVectors: NearestVector[];
	nearestEdge: NearestVector[];
}>("gguf");

/** An id no file type has, for the cases that ask for an unknown one. */
const UNKNOWN = 9999 as GGMLFileQuantizationType;
const idOf = (name: string): GGMLFileQuantizationType =>
	(GGMLFileQuantizationType[name as keyof typeof GGMLFileQuantizationType] as GGMLFileQuantizationType | undefined) ??
	UNKNOWN;

describe("GGUF types", () => {
	it.each([
		{ kind: "files", table: GGMLFileQuantizationType, types: specified.fileTypes, base: 45, later: 48 },
		{ kind: "tensors", table: GGMLQuantizationType, types: specified.tensorTypes, base: 32, later: 35 },
	])("maps the types of $kind both ways", ({ table, types, base, later }) => {
		expect(table).toEqual(
			Object.fromEntries(
				types.flatMap(({ name, id }): [string | number, string | number][] => [
					[name, id],
					[id, name],
				]),
			),
		);
		expect(new Set(types.map(({ id }) => id)).size).toBe(later);
		expect(types.filter(({ since }) => !since)).toHaveLength(base);
		expect(Object.keys(table)).toHaveLength(2 * later);
		expect(Object.isFrozen(table)).toBe(true);
	});

	it("orders the file types", () => {
		expect(GGUF_QUANT_ORDER.map((id) => GGMLFileQuantizationType[id])).toEqual(specified.quantOrderLargestFirst);
		expect(GGUF_QUANT_ORDER.toSorted()).toEqual(specified.fileTypes.map(({ id }) => id).toSorted());
	});
});

describe("parseGGUFQuantLabel", () => {
	it.each(specified.labelVectors)('labels "$file"', ({ file, label, later, groups, groupsLater }) => {
		const expected = later ?? label ?? undefined;
		expect(parseGGUFQuantLabel(file)).toBe(expected);
		if (expected === undefined) return;
		const { prefix = null, quant, sizeVariation = null } = GGUF_QUANT_RE.exec(expected)?.groups ?? {};
		expect({ prefix, quant, sizeVariation }).toEqual(groupsLater ?? groups);
	});

	it("numbers the groups as the reference does", () => {
		expect([...(GGUF_QUANT_RE.exec("UD-Q4_K_M_L") ?? [])]).toEqual(["UD-Q4_K_M_L", "UD-", "Q4_K_M", "_L", "L"]);
	});

	it("has a global variant of the same expression", () => {
		expect(GGUF_QUANT_RE_GLOBAL.source).toBe(GGUF_QUANT_RE.source);
		expect([GGUF_QUANT_RE.flags, GGUF_QUANT_RE_GLOBAL.flags]).toEqual(["", "g"]);
	});
});

describe("findNearestQuantType", () => {
	it.each([...specified.nearestVectors, ...specified.nearestEdge])(
		"finds the nearest to $target in $available",
		({ target, available, expect: expected }) => {
			const found = findNearestQuantType(idOf(target), available.map(idOf));
			expect(found).toBe(expected === null ? undefined : idOf(expected));
		},
	);
});
