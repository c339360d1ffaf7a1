const library = require("../../cjs/batch/index.js");
module.exports = library;
