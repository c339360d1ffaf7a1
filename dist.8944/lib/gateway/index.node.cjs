const library = require("../../cjs/gateway/index.js");
module.exports = library;
