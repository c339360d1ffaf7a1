import { InferenceClientProviderOutputError } from "../errors.ts";

/**
 * Waits for the first item of a stream: until then, a call that fails can be tried at another provider.
 * @returns the whole stream, its first item included
 * @throws ProviderOutputError if the stream ends before its first item
 */
export async function awaitFirst<Item>(items: AsyncIterator<Item> & AsyncIterable<Item>): Promise<AsyncIterable<Item>> {
	const first = await items.next();
	if (first.done) throw new InferenceClientProviderOutputError("The provider ended the stream before its first event.");
	return (async function* () {
		yield first.value;
		yield* items;
	})();
}
