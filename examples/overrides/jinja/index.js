module.exports = require("modelhub/jinja");
