class Token {
  value;
  type;
  // Private, so that a token is equal to another by value and type alone.
  #source;
  #start;
  constructor(value, type, source, start) {
    this.value = value;
    this.type = type;
    this.#source = source;
    this.#start = start;
  }
  /** The template the token is part of. */
  get source() {
    return this.#source;
  }
  /** Offset of its first character in the source, in UTF-16 units. */
  get start() {
    return this.#start;
  }
}
class BrokenToken extends Token {
  #message;
  constructor(value, type, source, start, message) {
    super(value, type, source, start);
    this.#message = message;
  }
  get message() {
    return this.#message;
  }
}
export {
  BrokenToken,
  Token
};
