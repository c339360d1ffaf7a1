const library = require("../cjs/sandbox-server.js");
module.exports = library;
