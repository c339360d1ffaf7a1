import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { type ScriptedAnswer, type ScriptedServer, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

/** They must be in nothing that is sent or written. */
export const KEY = "hf_CanaryKey0123456789abcdef";
export const SECRET = "canary-file-7f3a9c";

/** The picture of one pixel. */
export const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);

/** A column of a Parquet file. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;

/** Writes a Parquet file: texts and bytes. */
export function writeParquet(columns: Columns): Uint8Array {
	const columnData = Object.entries(columns).map(([name, data]) => ({
		name,
		data: [...data],
		type: data.some((value) => value instanceof Uint8Array) ? ("BYTE_ARRAY" as const) : ("STRING" as const),
	}));
	return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** A machine with a secret file and key, a viewer that lies, a service that answers, and a thief that listens. */
export interface World {
	home: Home;
	/** The data set viewer of `HUB_DATASETS_URL`. */
	viewer: ScriptedServer;
	service: ScriptedServer;
	/** Another server on this machine: nothing may ask it. */
	thief: ScriptedServer;
	/** Path of the secret file. */
	secret: string;
	/** What the viewer answers; the first whose path begins so. */
	answers: Map<string, ScriptedAnswer>;
	/** Runs `hub batch` with the key in the environment. */
	batch(line: string): ReturnType<Home["run"]>;
	close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
	const home = createHome({ "private/secret.txt": `${SECRET}\n`, "private/secret.png": `${SECRET}\n` });
	const answers = new Map<string, ScriptedAnswer>();
	const viewer = await startServer(({ path }) => {
		const found = [...answers].find(([start]) => path.startsWith(start));
		return found?.[1] ?? { status: 404, body: { error: `No such data set for ${KEY}` } };
	});
	const service = await startServer(() => ({ body: [{ label: "cat", score: 0.9 }] }));
	const thief = await startServer(() => ({ body: PNG, headers: { "content-type": "image/png" } }));
	const env = { HF_TOKEN: KEY, HUB_DATASETS_URL: viewer.url };
	return {
		home,
		viewer,
		service,
		thief,
		secret: join(home.folder, "private/secret.txt"),
		answers,
		batch: (line) =>
			home.run(`hub batch ${line} -t image-classification --endpoint ${service.url} --progress none --retries 0`, {
				env,
			}),
		close: async () => {
			await Promise.all([viewer.close(), service.close(), thief.close()]);
			home.remove();
		},
	};
}

/** Lets the viewer serve a data set of one Parquet file. */
export function serveDataset({ viewer, answers }: World, columns: Columns, listed: object = {}): void {
	const content = writeParquet(columns);
	const file = { config: "default", split: "train", filename: "0.parquet", url: `${viewer.url}/0.parquet` };
	answers.set("/parquet", { body: { parquet_files: [{ ...file, size: content.length, ...listed }], partial: false } });
	answers.set("/0.parquet", { body: content });
}

/** What was sent to a server, as one text. */
export function sentTo({ requests }: ScriptedServer): string {
	return requests.map(({ path, headers, body }) => `${path}\n${JSON.stringify(headers)}\n${body}`).join("\n");
}

export function write({ home }: World, name: string, content: string | Uint8Array): void {
	writeFileSync(join(home.folder, name), content);
}
