const library = require("../../cjs/snippets/index.js");
module.exports = library;
