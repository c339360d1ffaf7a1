import { isUtf8 } from "node:buffer";
import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from "hyparquet";
import { isRecord } from "../../../../base/json.ts";
import { ExactNumber, type RawRow } from "./columns.ts";

/** Converts a value of a column whose type is needed to interpret it. */
type Conversion = (value: unknown) => unknown;

/** Bytes of the largest decimal: larger ones are left as bytes. */
const MAX_DECIMAL = 128;
/** Digits behind the point that are written out. */
const MAX_SCALE = 100;

/** Times keep all their digits. */
export const TIME_PARSERS: Partial<ParquetParsers> = {
	timestampFromMilliseconds: (time) => formatTime(time, 3),
	timestampFromMicroseconds: (time) => formatTime(time, 6),
	timestampFromNanoseconds: (time) => formatTime(time, 9),
} as Partial<ParquetParsers>;

/** ISO 8601, with as many digits as the time needs, and three at least; the bare number for years that ISO lacks. */
function formatTime(given: bigint | number | null | undefined, digits: number): unknown {
	if (given === null || given === undefined) return given;
	const time = BigInt(given);
	const unit = 10n ** BigInt(digits - 3);
	const rest = ((time % unit) + unit) % unit;
	const date = new Date(Number((time - rest) / unit));
	if (Number.isNaN(date.getTime())) return time;
	const more =
		rest === 0n
			? ""
			: String(rest)
					.padStart(digits - 3, "0")
					.replace(/0+$/, "");
	return date.toISOString().replace("Z", `${more}Z`);
}

/** Makes rows of JSON values; numbers keep the form in which they are printed exactly. */
export class RowConverter {
	private readonly conversions = new Map<SchemaElement, Conversion>();
	/** Columns with such values. */
	private readonly columns = new Map<string, SchemaTree>();

	/** Takes the decimals out of the schema, since the reader makes them floating-point numbers. */
	constructor(metadata: FileMetaData, tree: SchemaTree) {
		for (const element of metadata.schema) {
			const conversion = findConversion(element);
			if (!conversion) continue;
			this.conversions.set(element, conversion);
			if (element.type === "FLOAT") continue;
			delete element.converted_type;
			delete element.logical_type;
		}
		for (const column of tree.children) if (this.hasConversion(column)) this.columns.set(column.element.name, column);
	}

	private hasConversion({ element, children }: SchemaTree): boolean {
		return this.conversions.has(element) || children.some((child) => this.hasConversion(child));
	}

	/** Modifies the row, which was just read: that costs less than a copy. */
	toRow(row: Record<string, unknown>): RawRow {
		let texts: Map<string, string> | undefined;
		for (const name in row) {
			const column = this.columns.get(name);
			const value = column ? this.convert(column, row[name]) : row[name];
			row[name] = value;
			if (value !== undefined && typeof value !== "object" && typeof value !== "bigint") continue;
			const exact = { isFound: false };
			const plain = toPlain(value, exact);
			row[name] = exact.isFound ? loosen(plain) : plain;
			if (!exact.isFound) continue;
			texts ??= new Map();
			texts.set(name, writeExact(plain));
		}
		return texts ? { value: row, texts } : { value: row };
	}

	private convert(node: SchemaTree, value: unknown): unknown {
		if (value === null || value === undefined) return value;
		if (Array.isArray(value)) return value.map((item) => this.convert(node, item));
		if (isRecord(value) && !ArrayBuffer.isView(value) && !(value instanceof Date)) {
			return Object.fromEntries(
				Object.entries(value).map(([name, item]) => [name, this.convert(findChild(node, name), item)]),
			);
		}
		return this.conversions.get(findLeaf(node).element)?.(value) ?? value;
	}
}

/** Only lists have wrappers with one child. */
function findLeaf(node: SchemaTree): SchemaTree {
	const [child] = node.children;
	return child ? findLeaf(child) : node;
}

/** The member of a group, also of one within a list; `value` for the keys of a map. */
function findChild(node: SchemaTree, name: string): SchemaTree {
	const [only, ...others] = node.children;
	const found = node.children.find(({ element }) => element.name === name);
	if (found || !only) return found ?? node;
	if (others.length === 0) return findChild(only, name);
	return node.children.find(({ element }) => element.name === "value") ?? node;
}

function findConversion(element: SchemaElement): Conversion | undefined {
	const { type, converted_type: converted, logical_type: logical } = element;
	if (type === "FLOAT") return (value) => (typeof value === "number" ? shortenFloat(value) : value);
	if (type === undefined || (converted !== "DECIMAL" && logical?.type !== "DECIMAL")) return undefined;
	const scale = logical?.type === "DECIMAL" ? logical.scale : (element.scale ?? 0);
	return (value) => {
		const digits = readUnscaled(value);
		return digits === undefined ? value : new ExactNumber(placePoint(digits, scale));
	};
}

/** The shortest decimal that is this number in 32 bits: 0.1, not 0.10000000149011612. */
function shortenFloat(value: number): number {
	for (let digits = 6; digits < 9; digits++) {
		const short = Number(value.toPrecision(digits));
		if (Math.fround(short) === value) return short;
	}
	return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}

function readUnscaled(value: unknown): bigint | undefined {
	if (typeof value === "bigint") return value;
	if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
	if (!(value instanceof Uint8Array) || value.length > MAX_DECIMAL) return undefined;
	const bits = BigInt(`0x0${Buffer.from(value).toString("hex")}`);
	return BigInt.asIntN(value.length * 8, bits);
}

function placePoint(unscaled: bigint, scale: number): string {
	if (scale === 0) return String(unscaled);
	if (!(scale > 0 && scale <= MAX_SCALE)) return `${unscaled}e${-scale}`;
	const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
	return `${unscaled < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const utf8 = new TextDecoder();

/** Converts values to those of JSON. Bytes stay, unless they are a text: old files do not mark which columns are. */
function toPlain(value: unknown, exact: { isFound: boolean }): unknown {
	if (value instanceof Uint8Array) return isUtf8(value) && !value.includes(0) ? utf8.decode(value) : value;
	if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
	if (typeof value === "bigint" || value instanceof ExactNumber) {
		exact.isFound = true;
		return typeof value === "bigint" ? new ExactNumber(String(value)) : value;
	}
	if (value === undefined) return null;
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) {
		return value instanceof Float32Array || value instanceof Float64Array ? Array.from(value) : value;
	}
	if (Array.isArray(value)) return value.map((item) => toPlain(item, exact));
	return mapMembers(value, (item) => toPlain(item, exact));
}

/** Numbers as numbers where they are the same, else as their text. */
function loosen(value: unknown): unknown {
	if (value instanceof ExactNumber) return value.isFloat ? Number(value.text) : value.text;
	if (Array.isArray(value)) return value.map(loosen);
	return isRecord(value) && !ArrayBuffer.isView(value) ? mapMembers(value, loosen) : value;
}

/** The JSON text of a value, with its numbers exact. */
function writeExact(value: unknown): string {
	if (value instanceof ExactNumber) return value.text;
	if (Array.isArray(value)) return `[${value.map(writeExact).join(",")}]`;
	if (!isRecord(value) || ArrayBuffer.isView(value)) return JSON.stringify(value) ?? "null";
	return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${writeExact(item)}`)}}`;
}

function mapMembers(value: object, change: (item: unknown) => unknown): Record<string, unknown> {
	const plain: Record<string, unknown> = {};
	for (const [name, item] of Object.entries(value)) plain[name] = change(item);
	return plain;
}
