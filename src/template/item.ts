import { adopt } from "./values/adopt.ts";
import { getKey, isMapping } from "./values/dict.ts";
import { charactersOf } from "./values/iterate.ts";
import { chargeCharacters } from "./values/meter.ts";
import { exactInteger } from "./values/numbers.ts";
import { isText, Namespace, Range, Safe, Tuple, textOf, type Value } from "./values/value.ts";

/** Returns the item of a container under a key or at an index; undefined if there is none. */
export function findItem(object: Value, key: Value): Value | undefined {
	if (isMapping(object)) return isHashable(key) ? getKey(object, key) : undefined;
	if (object instanceof Namespace) return isText(key) ? object.attribute(textOf(key)) : undefined;
	const index = exactInteger(key);
	if (typeof index !== "number") return undefined;
	if (Array.isArray(object)) return adopt(object[index < 0 ? object.length + index : index]);
	if (object instanceof Tuple) return object.items[index < 0 ? object.items.length + index : index];
	if (isText(object)) return findCharacter(object, index);
	if (!(object instanceof Range)) return undefined;
	const position = index < 0 ? object.length + index : index;
	return position >= 0 && position < object.length ? object.at(position) : undefined;
}

function findCharacter(object: string | Safe, index: number): Value | undefined {
	const text = textOf(object);
	chargeCharacters(text.length);
	const characters = /[\ud800-\udfff]/.test(text) ? charactersOf(text) : text;
	const character = characters[index < 0 ? characters.length + index : index];
	return character === undefined || typeof object === "string" ? character : new Safe(character);
}

function isHashable(key: Value): boolean {
	return !Array.isArray(key) && !isMapping(key);
}
