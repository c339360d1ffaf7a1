/** Schemas at random, always the same for the same seed; their values can be made by the sandbox. */
export function generateSchema(seed: number): Record<string, unknown> {
	const next = createRandom(seed);
	const pick = <T>(...options: readonly T[]): T => options[Math.floor(next() * options.length)] as T;
	const maybe = (share: number): boolean => next() < share;
	const definitions: Record<string, unknown> = {};

	const text = (): object =>
		pick<() => object>(
			() => ({ type: "string" }),
			() => ({ type: "string", minLength: 3, maxLength: 40 }),
			() => ({ type: "string", enum: ["red", "green", "blue"] }),
			() => ({ type: "string", format: pick("date", "email", "uuid", "date-time") }),
			() => ({ type: "string", pattern: "^[A-Z]{2}\\d{3}$" }),
			() => ({ const: "fixed" }),
			() => ({ type: "string", description: 'one "short" sentence', default: "none" }),
		)();
	const number = (): object =>
		pick(
			() => ({ type: "integer" }),
			() => ({ type: "integer", minimum: 18, maximum: 99 }),
			() => ({ type: "number", exclusiveMinimum: 0, maximum: 1 }),
			() => ({ type: "number", minimum: -5 }),
			() => ({ type: "integer", enum: [1, 2, 3] }),
		)();
	const list = (depth: number): object => ({
		type: "array",
		items: any(depth + 1),
		...(maybe(0.5) ? { minItems: 1, maxItems: 3 } : {}),
	});
	const object = (depth: number): Record<string, unknown> => {
		const count = 1 + Math.floor(next() * 4);
		const names = Array.from({ length: count }, (_, index) => `${pick("name", "age", "kind", "note", "city")}${index}`);
		return {
			type: "object",
			properties: Object.fromEntries(names.map((name) => [name, any(depth + 1)])),
			required: names.filter(() => maybe(0.6)),
			...(maybe(0.5) ? { additionalProperties: false } : {}),
		};
	};
	const reference = (depth: number): object => {
		const name = `part${Object.keys(definitions).length}`;
		definitions[name] = true;
		definitions[name] = object(depth + 1);
		return { $ref: `#/$defs/${name}` };
	};
	function any(depth: number): object {
		const kinds = [text, text, number, number, () => ({ type: "boolean" }), () => ({ type: ["string", "null"] })];
		const deep = [
			() => list(depth),
			() => object(depth),
			() => reference(depth),
			() => union(depth),
			() => merged(depth),
		];
		return pick(...kinds, ...(depth < 3 ? deep : []))();
	}
	const union = (depth: number): object => ({ [pick("anyOf", "oneOf")]: [object(depth + 1), { type: "null" }] });
	const merged = (depth: number): object => ({ allOf: [{ ...object(depth + 1), additionalProperties: true }] });

	const root = maybe(0.8) ? object(0) : list(0);
	return { ...root, ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}) };
}

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
	let state = (seed * 2_654_435_761) >>> 0 || 1;
	return () => {
		state ^= state << 13;
		state >>>= 0;
		state ^= state >>> 17;
		state ^= state << 5;
		state >>>= 0;
		return state / 2 ** 32;
	};
}
