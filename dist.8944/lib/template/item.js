import { adopt } from "./values/adopt.js";
import { getKey, isMapping } from "./values/dict.js";
import { charactersOf } from "./values/iterate.js";
import { chargeCharacters } from "./values/meter.js";
import { exactInteger } from "./values/numbers.js";
import { isText, Namespace, Range, Safe, Tuple, textOf } from "./values/value.js";
function findItem(object, key) {
  if (isMapping(object)) return isHashable(key) ? getKey(object, key) : void 0;
  if (object instanceof Namespace) return isText(key) ? object.attribute(textOf(key)) : void 0;
  const index = exactInteger(key);
  if (typeof index !== "number") return void 0;
  if (Array.isArray(object)) return adopt(object[index < 0 ? object.length + index : index]);
  if (object instanceof Tuple) return object.items[index < 0 ? object.items.length + index : index];
  if (isText(object)) return findCharacter(object, index);
  if (!(object instanceof Range)) return void 0;
  const position = index < 0 ? object.length + index : index;
  return position >= 0 && position < object.length ? object.at(position) : void 0;
}
function findCharacter(object, index) {
  const text = textOf(object);
  chargeCharacters(text.length);
  const characters = /[\ud800-\udfff]/.test(text) ? charactersOf(text) : text;
  const character = characters[index < 0 ? characters.length + index : index];
  return character === void 0 || typeof object === "string" ? character : new Safe(character);
}
function isHashable(key) {
  return !Array.isArray(key) && !isMapping(key);
}
export {
  findItem
};
