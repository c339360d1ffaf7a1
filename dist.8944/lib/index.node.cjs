const library = require("../cjs/index.js");
module.exports = library;
