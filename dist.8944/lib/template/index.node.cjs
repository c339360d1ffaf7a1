const library = require("../../cjs/template/index.js");
module.exports = library;
