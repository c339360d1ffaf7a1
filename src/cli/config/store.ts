import Conf, { type Options } from "conf";
import { validate } from "../../inference/object/validate.ts";
import type { Lock } from "../../node-lock.ts";
import { invalidConfig } from "../errors/usage.ts";
import { replaceFile } from "../files/replace-file.ts";
import { COMMAND_ALIAS_PREFIX } from "./command-aliases.ts";
import { MODEL_PREFIX } from "./default-models.ts";
import { SETTING_NAMES, type StoredConfig } from "./settings.ts";
import { ALIAS_PREFIX, SERVER_PREFIX } from "./stored-names.ts";

const TEXT = { type: "string" };
/** Settings are read as texts, so a file that people wrote may have a number as either. */
const TEXT_OR_NUMBER = { type: ["string", "number"] };
const PREFIXES = [COMMAND_ALIAS_PREFIX, MODEL_PREFIX, ALIAS_PREFIX, SERVER_PREFIX];

/** What may be written. Names of later versions of hub are kept as they are. */
const SCHEMA = {
	type: "object",
	properties: {
		token: TEXT,
		keys: { type: "object", additionalProperties: TEXT },
		...Object.fromEntries(SETTING_NAMES.map((name) => [name, TEXT_OR_NUMBER])),
	},
	patternProperties: Object.fromEntries(PREFIXES.map((prefix) => [`^${prefix.replaceAll(".", "\\.")}`, TEXT])),
};

/** What hub uses of `Conf`. Its types call the method private that writes. */
interface Store {
	store: StoredConfig;
	readonly path: string;
	_write(value: StoredConfig): void;
}
const Store = Conf as unknown as new (options: Options<StoredConfig>) => Store;

/**
 * The file with the configuration: `Conf`, with another way to write. Its own is `atomically`, which takes a file that a
 * full disk cut off for a whole one. Its validator is ten times the size of hub's.
 */
export class ConfigStore extends Store {
	readonly #lock: Lock;

	/** @param lock of the file, which this process holds */
	constructor(folder: string, lock: Lock, deserialize: (text: string) => StoredConfig) {
		super({
			cwd: folder,
			accessPropertiesByDotNotation: false,
			deserialize,
		});
		this.#lock = lock;
	}

	override _write(value: StoredConfig): void {
		const [problem] = validate(SCHEMA, value);
		// The value may be a secret.
		if (problem)
			throw invalidConfig(`${this.path} has a wrong value at ${problem.path}.`, "Correct or remove it there.");
		this.#lock.assertHeld();
		replaceFile(this.path, `${JSON.stringify(value, undefined, "\t")}\n`, 0o600);
	}
}
