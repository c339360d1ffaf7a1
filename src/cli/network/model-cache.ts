import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../config/read.ts";
import type { Context } from "../context.ts";
import { replaceFile } from "../files/draft.ts";

/** A model that was seen: what completion offers. */
export interface SeenModel {
	id: string;
	task?: string | undefined;
}

const LIMIT = 500;
/** What an id of the hub looks like; nothing else goes into a file that shells read. */
const ID = /^[\w.-]{1,100}(?:\/[\w.-]{1,100})?$/;

/** Models seen on the hub, the latest first. */
export function readSeenModels({ env }: Pick<Context, "env">): SeenModel[] {
	let text: string;
	try {
		text = readFileSync(cachePath(env), "utf8");
	} catch {
		return [];
	}
	return text.split("\n").flatMap((line) => {
		const [id = "", task] = line.split("\t");
		return ID.test(id) ? [{ id, task: task || undefined }] : [];
	});
}

/**
 * Remembers models for completion, a bounded number of them. The file is replaced as a whole, so readers always find a
 * complete one; of two commands that write at once one may win, and a folder that cannot be written to is no failure:
 * all that is lost is a suggestion.
 */
export function rememberModels(models: readonly SeenModel[], { env }: Pick<Context, "env">): void {
	const known = readSeenModels({ env });
	if (models.length === 1 && models[0]?.id === known[0]?.id) return;
	const byId = new Map([...models, ...known].map((model) => [model.id, model]));
	for (const { id, task } of models) byId.set(id, { id, task: task ?? known.find((other) => other.id === id)?.task });
	const lines = [...byId.values()].filter(({ id }) => ID.test(id)).slice(0, LIMIT);
	const text = lines.map(({ id, task }) => `${id}\t${task?.replace(/[^\w-]/g, "") ?? ""}\n`).join("");
	try {
		mkdirSync(cacheFolder(env), { recursive: true, mode: 0o700 });
		// Which models somebody uses is nobody else's business.
		replaceFile(cachePath(env), text, { mode: 0o600, always: true });
	} catch {
		// Nothing is left behind.
	}
}

function cachePath(env: Context["env"]): string {
	return join(cacheFolder(env), "models.txt");
}
