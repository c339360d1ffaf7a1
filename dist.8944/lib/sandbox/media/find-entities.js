import { round } from "./scores.js";
const PLACES = new Set(
  "Africa America Amsterdam Argentina Asia Athens Australia Austria Barcelona Berlin Boston Brazil Brussels California Canada Chicago Chile China Copenhagen Delhi Denmark Dublin Egypt England Europe Finland France Germany Ghana Greece Hamburg Hawaii Helsinki India Ireland Israel Istanbul Italy Japan Kenya Kyoto Lisbon London Madrid Mexico Milan Moscow Munich Nairobi Netherlands Norway Oslo Paris Peru Poland Portugal Prague Rome Russia Scotland Seattle Singapore Spain Stockholm Sweden Switzerland Sydney Texas Tokyo Toronto Turkey Ukraine Vienna Warsaw Washington Zurich".split(
    " "
  )
);
const FIRST_NAMES = new Set(
  "Ada Alan Albert Alice Anna Barack Ben Bill Bob Carla Charles Clara Claude David Elena Emma Eva Frank Grace Hans Jack James Jane Jim John Julia Lisa Marie Mark Mary Max Michael Noor Omar Paul Peter Robert Sara Sarah Steve Sylvain Thomas Tim Tom Wolfgang".split(
    " "
  )
);
const COMPANY = /\b(?:Inc|Corp|Ltd|LLC|GmbH|AG|Company|University|Bank|Institute|Foundation|Group|Press|Face|Google|Apple|Microsoft|Amazon|NASA|IBM|UN|EU|OpenAI|Meta|Nvidia|Tesla|Sony|Samsung)\b/;
const NAME = /\p{Lu}[\p{L}\p{N}'\u2019&.-]*(?:\s+(?:of|de|van|von|der|la|&)(?=\s+\p{Lu}))?(?:\s+\p{Lu}[\p{L}\p{N}'\u2019&-]*){0,6}/gu;
const NOT_NAMES = new Set(
  "The A An I It He She We You They This That These Those My Our Your His Her There Here What Who When Where Why How If But And Or In On At For From To With By As Is Are Was Today Yesterday Tomorrow Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(
    " "
  )
);
function findEntities(text) {
  return [...text.matchAll(NAME)].flatMap((match) => {
    let word = match[0].replace(/[.'\u2019-]+$/, "");
    let start = match.index;
    for (let [first = ""] = word.split(/\s+/); NOT_NAMES.has(first); [first = ""] = word.split(/\s+/)) {
      const rest = word.slice(first.length).trimStart();
      start += word.length - rest.length;
      word = rest;
      if (rest === "") return [];
    }
    const before = text.slice(Math.max(0, start - 12), start);
    const isStart = /(?:^|[.!?]\s+)$/.test(before);
    const group = sort(word, before, text.slice(start + word.length, start + word.length + 12));
    if (group === void 0 || isStart && group === "MISC" && !/\s/.test(word)) return [];
    const score = round(0.999 - (word.length * 7 + start) % 40 / 1e3 - (group === "MISC" ? 0.1 : 0));
    return [{ group, word, start, end: start + word.length, score }];
  });
}
function sort(word, before, after) {
  const [first = ""] = word.split(/\s+/);
  if (PLACES.has(word) || PLACES.has(first)) return "LOC";
  if (COMPANY.test(word) || /^[\p{Lu}\d&]{2,}$/u.test(word)) return "ORG";
  if (FIRST_NAMES.has(first) || /\b(?:name is|called|Mr\.?|Mrs\.?|Ms\.?|Dr\.?|I am|I'm)\s+$/i.test(before))
    return "PER";
  if (/\b(?:at|for|joined|by)\s+$/.test(before)) return "ORG";
  if (/\b(?:in|to|from|near|visited)\s+$/.test(before)) return "LOC";
  if (/^\s+(?:said|lives|works|was born|and I|met|wrote)\b/.test(after) || /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(word))
    return "PER";
  return word.length > 1 ? "MISC" : void 0;
}
export {
  findEntities
};
