module.exports = require("modelhub/tasks");
