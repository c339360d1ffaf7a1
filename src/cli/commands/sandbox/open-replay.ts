import { resolve } from "node:path";
import type { Pace } from "../../../exchange/index.ts";
import type { Fetch } from "../../../http/index.ts";
import { readConfig } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";

export interface ReplayOptions {
	/** Folder of recordings. */
	replay?: string;
	/** Default `original`. */
	pace?: Pace;
}

/** Answers from recordings, matched by path on any host; undefined without `--replay`. */
export async function openReplay({ replay, pace }: ReplayOptions, context: Context): Promise<Fetch | undefined> {
	if (replay === undefined) {
		if (pace !== undefined) throw new UsageError("--pace needs --replay.");
		return undefined;
	}
	const [{ createReplayer, ReplayMissError }, { folderStore }] = await Promise.all([
		import("../../../exchange/index.ts"),
		import("../../../node.ts"),
	]);
	const store = folderStore(resolve(context.cwd, replay));
	if (!(await store.list()).some((name) => name.endsWith(".json"))) {
		throw new UsageError(`--replay: there are no recordings in ${replay}.`, "Record some with --record.");
	}
	const { fetch } = createReplayer(store, {
		pace: pace ?? "original",
		anyHost: true,
		secrets: knownSecrets({}, context.env, readConfig(context)),
	});
	return async (input, init) => {
		try {
			return await fetch(input, init);
		} catch (error) {
			if (!(error instanceof ReplayMissError)) throw error;
			const { message } = error;
			return Response.json(
				{ error: { message, type: "not_found", code: "not_recorded", param: null } },
				{ status: 404 },
			);
		}
	};
}
