/**
 * Returns a function that makes a value, or returns one of the last `most` values. The same image or video is often
 * asked of several providers, and takes up to a tenth of a second.
 */
export function rememberLast<Value>(most: number): (key: readonly unknown[], make: () => Value) => Value {
	const remembered = new Map<string, Value>();
	return (key, make) => {
		const name = JSON.stringify(key);
		const value = remembered.get(name) ?? make();
		remembered.delete(name);
		remembered.set(name, value);
		for (const oldest of remembered.keys()) if (remembered.size > most) remembered.delete(oldest);
		return value;
	};
}
