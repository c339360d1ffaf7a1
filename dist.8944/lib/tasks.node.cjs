const library = require("../cjs/tasks.js");
module.exports = library;
