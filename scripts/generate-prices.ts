/**
 * Writes `src/exchange/data/prices.json`: the prices of the providers that hub knows, from the npm package
 * `@pydantic/genai-prices` (MIT). Run it after `npm install -D @pydantic/genai-prices@latest`.
 *
 * Only names that the source gives literally are taken, and only prices per token: where a price depends on the hour, on
 * requests or on hours of audio, the model is left out, because its cost cannot be computed.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
	findProvider,
	type MatchLogic,
	type ModelInfo,
	type ModelPrice,
	type TieredPrices,
} from "@pydantic/genai-prices";
import { INFERENCE_PROVIDERS } from "../src/inference/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Ids of providers that differ in the source. */
const SOURCE_IDS: Readonly<Record<string, string>> = { "fireworks-ai": "fireworks", "zai-org": "zai" };
const PER_TOKEN = /^(input|output|cache_read|cache_write|cache_write_\w+)_mtok$/;
/** Prices that do not apply to text. */
const BESIDE = /^(web_searches_kcount|storage_searches_kcount|(input|output|cache)_(audio|image|video)(_read)?_mtok)$/;

const { version } = JSON.parse(await readFile(`${root}/node_modules/@pydantic/genai-prices/package.json`, "utf8")) as {
	version: string;
};
const times = JSON.parse(
	execFileSync("npm", ["view", "@pydantic/genai-prices", "time", "--json"], { encoding: "utf8" }),
) as Record<string, string>;
const date = times[version]?.slice(0, 10) ?? "";
const tables = { direct: {} as Record<string, object>, routed: {} as Record<string, object> };
let count = 0;
for (const id of INFERENCE_PROVIDERS) {
	for (const [kind, sourceId] of [
		["direct", SOURCE_IDS[id] ?? id],
		["routed", `huggingface_${id}`],
	] as const) {
		const found = findProvider({ providerId: sourceId });
		// The source treats similar names as the same.
		const rows = toRows(found?.id === sourceId ? found.models : []);
		count += rows.length;
		if (rows.length > 0) tables[kind][id] = byPrice(rows);
	}
}
const snapshot = { source: `@pydantic/genai-prices ${version}`, license: "MIT", date, ...tables };
await writeFile(`${root}/src/exchange/data/prices.json`, `${JSON.stringify(snapshot, null, "\t")}\n`);
console.log(`${count} prices of ${date}`);

/** Returns a price → the models with it: many have the same one. */
function byPrice(rows: readonly Row[]): Record<string, string> {
	const models = new Map<string, string[]>();
	for (const [model, price] of rows) {
		const key = price.map((part) => part ?? "-").join(" ");
		models.set(key, [...(models.get(key) ?? []), model]);
	}
	return Object.fromEntries([...models].map(([price, names]) => [price, names.join(" ")]));
}

type Row = readonly [model: string, price: readonly (number | null)[]];

function toRows(models: readonly ModelInfo[]): Row[] {
	const rows = models.flatMap(({ id, match, prices }) => {
		const row = toRow(currentPrice(prices));
		return row ? [...new Set([id.toLowerCase(), ...literalNames(match)])].map((name) => [name, row] as const) : [];
	});
	// Of a name that is given twice, the last price counts.
	return [...new Map(rows)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function literalNames(match: MatchLogic): string[] {
	if ("equals" in match) return [match.equals.toLowerCase()];
	return "or" in match ? match.or.flatMap(literalNames) : [];
}

/** Returns the price on the day of the snapshot; undefined if it depends on the hour. */
function currentPrice(prices: ModelInfo["prices"]): ModelPrice | undefined {
	if (!Array.isArray(prices)) return prices;
	if (prices.some(({ constraint }) => constraint?.type === "time_of_date")) return undefined;
	return prices.filter(({ constraint }) => constraint?.type !== "start_date" || constraint.start_date <= date).at(-1)
		?.prices;
}

function toRow(price: ModelPrice | undefined): (number | null)[] | undefined {
	if (!price || Object.keys(price).some((name) => !PER_TOKEN.test(name) && !BESIDE.test(name))) return undefined;
	const limits: number[] = [];
	const read = (name: string): number | undefined => {
		const value = price[name];
		if (typeof value !== "object") return value;
		const { base, tiers } = value as TieredPrices;
		limits.push(...tiers.map(({ start }) => start));
		return base;
	};
	const [input, output, cached] = [read("input_mtok"), read("output_mtok") ?? 0, read("cache_read_mtok")];
	if (input === undefined) return undefined;
	const row = [input, output, cached ?? null, limits.length > 0 ? Math.min(...limits) : null];
	while (row.at(-1) === null) row.pop();
	return row;
}
