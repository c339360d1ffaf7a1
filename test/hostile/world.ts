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
	/** The dataset viewer of `HUB_DATASETS_URL`. */
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
		return found?.[1] ?? { status: 404, body: { error: `No such dataset for ${KEY}` } };
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

/** Lets the viewer serve a dataset of one Parquet file. */
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

/** Numbers from 0 up to 1 that a seed decides. */
export type Random = () => number;

export function random(seed: number): Random {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return state / 0x80000000;
	};
}

function pick<Item>(items: readonly Item[], numbers: Random): Item {
	const item = items[Math.floor(numbers() * items.length)];
	if (item === undefined) throw new Error("The list is empty.");
	return item;
}

/** Lets the viewer serve one of endlessly many datasets that want the key or the secret file. */
export function generate(world: World, numbers: Random): void {
	const { thief, viewer, secret, answers } = world;
	const places = [
		...[
			secret,
			`file://${secret}`,
			"private/secret.png",
			"../private/secret.png",
			`${secret}\0.png`,
			"~/private/secret.txt",
		],
		...[`${thief.url}/a.png`, thief.url.replace("127.0.0.1", "localhost"), "http://[::1]/a", "https://127.1/a.png"],
		...[thief.url.replace("http:", "https:"), "https://2130706433/", "https://169.254.169.254/", "https://x.internal/"],
		...[
			`${viewer.url}/0.parquet`,
			"data:image/png;base64,AAAA",
			`data:text/plain,${SECRET.slice(0, 3)}`,
			"",
			" ",
			"{{ 7 * 7 }}",
		],
	];
	const value = (): unknown => (numbers() < 0.4 ? PNG : Buffer.from(pick(places, numbers)));
	const rows = 1 + Math.floor(numbers() * 6);
	const column = pick(["image", "url", "path", "file", "inputs", "__proto__", "constructor"], numbers);
	answers.clear();
	serveDataset(world, {
		[column]: [PNG, ...Array.from({ length: rows }, value)],
		...(numbers() < 0.3 ? { custom_id: Array.from({ length: rows + 1 }, (_, index) => `../../${index}`) } : {}),
	});
	const lie = numbers();
	const listed = (changes: object): void => {
		const { body } = answers.get("/parquet") ?? {};
		const [file] = (body as { parquet_files: object[] }).parquet_files;
		answers.set("/parquet", { body: { parquet_files: [{ ...file, ...changes }] } });
	};
	if (lie < 0.2)
		listed({ url: pick([`${thief.url}/0.parquet`, "file:///etc/passwd", "https://10.0.0.1/x", "//x", ""], numbers) });
	else if (lie < 0.3) listed({ size: pick([0, 3, 12, -1, 2 ** 40, 2 ** 53, 1e300], numbers) });
	else if (lie < 0.4) {
		const location = pick(
			[thief.url, `${thief.url}/0.parquet`, "/0.parquet", "https://127.0.0.1/", "ftp://x/"],
			numbers,
		);
		answers.set("/0.parquet", { status: pick([301, 302, 307, 308], numbers), headers: { location } });
	} else if (lie < 0.5) {
		answers.set("/parquet", {
			status: pick([200, 401, 500], numbers),
			body: pick([[], null, { error: KEY }, { parquet_files: 5 }], numbers),
		});
	} else if (lie < 0.6) answers.set("/0.parquet", { body: damage(numbers) });
}

const WHOLE = writeParquet({
	id: Array.from({ length: 300 }, (_, index) => `row-${index}`),
	text: Array.from({ length: 300 }, (_, index) => `text ${index % 7}`),
	image: Array.from({ length: 300 }, (_, index) => Buffer.from([137, 80, 78, 71, index & 255])),
});

/** A Parquet file with wrong bytes, anywhere or in its metadata, or cut, or with bytes left out. */
export function damage(numbers: Random): Uint8Array {
	const kind = Math.floor(numbers() * 4);
	const at = Math.floor(numbers() * WHOLE.length);
	if (kind === 2) return WHOLE.slice(0, at);
	if (kind === 3) return Buffer.concat([WHOLE.subarray(0, at), WHOLE.subarray(at + 1 + Math.floor(numbers() * 20))]);
	const bytes = WHOLE.slice();
	const reach = kind === 0 ? bytes.length : Math.min(bytes.length, 700);
	const count = 1 + Math.floor(numbers() * 6);
	for (let turn = 0; turn < count; turn++) {
		bytes[bytes.length - 1 - Math.floor(numbers() * reach)] = Math.floor(numbers() * 256);
	}
	return bytes;
}
