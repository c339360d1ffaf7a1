/** Longer keys are not kept, because some are untrusted. */
const MAX_KEY_LENGTH = 500;

/**
 * Caches the results of a pure function of a string.
 * @param most results that are kept; beyond that, all are dropped
 */
export function remember<Value>(find: (key: string) => Value, most = 1000): (key: string) => Value {
	const known = new Map<string, Value>();
	return (key) => {
		const found = known.get(key);
		if (found !== undefined) return found;
		const value = find(key);
		if (key.length > MAX_KEY_LENGTH) return value;
		if (known.size >= most) known.clear();
		known.set(key, value);
		return value;
	};
}
