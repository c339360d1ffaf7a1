import { describe, expect, it } from "vitest";
import * as tasks from "../../src/tasks.ts";
import { latest, type Marked, mapValues, readSpecification } from "./specification.ts";

interface Device extends Marked {
	name: string;
}

const { hardware } = readSpecification<{
	hardware: {
		defaultMemoryOptions: number[];
		thresholdsTflops: Record<string, number>;
		computeCapabilitiesLater: Record<string, number>;
		skus: Record<string, Record<string, Device[]>>;
	};
}>("extras");

const devices = Object.values(hardware.skus).flatMap((vendors) => Object.values(vendors).flat());

describe("hardware", () => {
	it.each(Object.keys(hardware.skus) as tasks.SkuType[])("lists the devices of kind %s in order", (kind) => {
		const expected = mapValues(hardware.skus[kind] ?? {}, (list) =>
			list.map((device) => {
				const { name, ...facts } = latest(device) as Device;
				return [name, facts];
			}),
		);
		const vendors: Record<string, object> = tasks.SKUS[kind];
		expect(mapValues(vendors, (table) => Object.entries(table))).toEqual(expected);
		expect(Object.keys(vendors)).toEqual(Object.keys(hardware.skus[kind] ?? {}));
	});

	it("lists 270 devices", () => {
		expect(Object.keys(tasks.SKUS)).toEqual(Object.keys(hardware.skus));
		const tables = Object.values(tasks.SKUS).flatMap((vendors) => Object.values(vendors as Record<string, object>));
		expect(tables.flatMap((table) => Object.keys(table))).toHaveLength(270);
		expect(devices.filter(({ since }) => !since)).toHaveLength(183);
		expect(devices.filter(({ until }) => !until)).toHaveLength(251);
	});

	it("lists memory sizes, thresholds and compute capabilities", () => {
		expect(tasks.DEFAULT_MEMORY_OPTIONS).toEqual(hardware.defaultMemoryOptions);
		expect(tasks).toMatchObject(hardware.thresholdsTflops);
		expect(tasks.COMPUTE_CAPABILITIES).toEqual(hardware.computeCapabilitiesLater);
	});
});
