import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasFields, isNumber, isText, orMissing } from "../../../base/check-fields.ts";
import { parseJson } from "../../../base/json.ts";
import type { KeptConversation } from "../../../gateway/index.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { makeFolder, replacePrivateFile } from "../../files/replace-file.ts";

const isConversation = hasFields({
	id: isText,
	target: isText,
	pinned: orMissing(isText),
	until: isNumber,
}) as (value: unknown) => value is KeptConversation;

/** More are not written. */
const MAX_CONVERSATIONS = 10_000;

function pathOf({ env }: Context): string {
	return join(hubFolder("cache", env), "serve-conversations.json");
}

/** Returns the providers of the conversations of gateways that ended within the last hour. */
export function readConversations(context: Context): KeptConversation[] {
	try {
		const kept = parseJson(readFileSync(pathOf(context), "utf8"));
		return Array.isArray(kept) ? kept.filter(isConversation).filter(({ until }) => until > context.now()) : [];
	} catch {
		return [];
	}
}

/** Stores them beside those of other gateways. A folder that cannot be written is not an error: providers are chosen again. */
export function keepConversations(conversations: readonly KeptConversation[], context: Context): void {
	if (conversations.length === 0) return;
	const all = new Map(readConversations(context).map((one) => [one.id, one]));
	for (const one of conversations) if ((all.get(one.id)?.until ?? 0) < one.until) all.set(one.id, one);
	const latest = [...all.values()].sort((a, b) => a.until - b.until).slice(-MAX_CONVERSATIONS);
	try {
		makeFolder(hubFolder("cache", context.env));
		replacePrivateFile(pathOf(context), JSON.stringify(latest));
	} catch {
		// See above.
	}
}
