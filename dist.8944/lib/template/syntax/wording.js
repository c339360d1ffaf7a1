import { quoteText } from "../values/quote.js";
const JINJA_WORDING = {
  character: (character, offset) => `unexpected char ${quoteText(character)} at ${offset}`,
  end: (own) => own,
  token: (_, own) => own,
  tag: (name, hint) => `Encountered unknown tag '${name}'.${hint}`
};
const REFERENCE_WORDING = {
  // A quote is refused only where the string it begins has no end.
  character: (character) => character === "'" || character === '"' ? "Unexpected end of input" : `Unexpected character: ${character}`,
  end: () => "Unexpected end of input",
  token: (type) => `Unexpected token: ${type}`,
  tag: (name) => `Unknown statement type: ${name}`
};
export {
  JINJA_WORDING,
  REFERENCE_WORDING
};
