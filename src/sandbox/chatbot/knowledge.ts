import topics from "./data/topics.json" with { type: "json" };

/** A topic that the sandbox explains: its names, a definition in one sentence, and further sentences. */
type Topic = (typeof topics)[number];

const BY_NAME = topics
	.flatMap((topic) => topic.names.map((name) => ({ name, topic })))
	.sort((a, b) => b.name.length - a.name.length);

/** Returns the topics a text mentions, in order of mention, each once. */
export function findTopics(text: string): Topic[] {
	let rest = text.toLowerCase();
	const found = new Map<Topic, number>();
	for (const { name, topic } of BY_NAME) {
		const match = new RegExp(`(?<![\\w-])${name.replace(/[.+]/g, "\\$&")}(?![\\w-])`).exec(rest);
		if (!match) continue;
		found.set(topic, Math.min(found.get(topic) ?? match.index, match.index));
		// A longer name hides the shorter ones inside it.
		rest = rest.replaceAll(name, "·".repeat(name.length));
	}
	return [...found].sort((a, b) => a[1] - b[1]).map(([topic]) => topic);
}
