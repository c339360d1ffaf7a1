const library = require("../cjs/node.js");
module.exports = library;
