import Conf, { type Options } from "conf";
import { validate } from "../../inference/object/validate.ts";
import type { Lock } from "../../node-lock.ts";
import { invalidConfig } from "../errors/usage.ts";
import { replaceFile } from "../files/replace-file.ts";
import { NAME_PREFIXES, SETTING_NAMES, type StoredConfig } from "./settings.ts";

const TEXT = { type: "string" };
/** Settings are read as texts, so a hand-written file may have a number in either form. */
const TEXT_OR_NUMBER = { type: ["string", "number"] };

/** The schema for writing. Names of later versions of hub are kept as they are. */
const SCHEMA = {
	type: "object",
	properties: {
		token: TEXT,
		login: {
			type: "object",
			properties: {
				access_token: TEXT,
				refresh_token: TEXT,
				expires_at: TEXT,
				scope: TEXT,
				client_id: TEXT,
				hub: TEXT,
			},
			required: ["access_token", "client_id", "hub"],
			additionalProperties: false,
		},
		keys: { type: "object", additionalProperties: TEXT },
		...Object.fromEntries(SETTING_NAMES.map((name) => [name, TEXT_OR_NUMBER])),
	},
	patternProperties: Object.fromEntries(NAME_PREFIXES.map((prefix) => [`^${prefix.replaceAll(".", "\\.")}`, TEXT])),
};

/** The part of `Conf` that hub uses. Its types declare the writing method private. */
interface Store {
	store: StoredConfig;
	readonly path: string;
	_write(value: StoredConfig): void;
}
const Store = Conf as unknown as new (options: Options<StoredConfig>) => Store;

/**
 * The file with the configuration: `Conf`, with a different writer. Its own, `atomically`, treats a file that a full
 * disk cut off as complete. Its validator is ten times the size of hub's.
 */
export class ConfigStore extends Store {
	readonly #lock: Lock;
	/** Entries that were wrong before: they stay as they are. */
	readonly #wrong: ReadonlySet<string>;

	/**
	 * @param lock of the file, which this process holds
	 * @param before what the file holds
	 */
	constructor(folder: string, lock: Lock, before: StoredConfig) {
		super({
			cwd: folder,
			accessPropertiesByDotNotation: false,
			deserialize: () => before,
		});
		this.#lock = lock;
		this.#wrong = new Set(validate(SCHEMA, before).map(({ path }) => path));
	}

	override _write(value: StoredConfig): void {
		const problem = validate(SCHEMA, value).find(({ path }) => !this.#wrong.has(path));
		// The value may be a secret.
		if (problem)
			throw invalidConfig(`${this.path} would have a wrong value at ${problem.path}.`, "Nothing was stored.");
		this.#lock.assertHeld();
		replaceFile(this.path, `${JSON.stringify(value, undefined, "\t")}\n`, 0o600);
	}
}
