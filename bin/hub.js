#!/usr/bin/env node
// CommonJS on purpose (see bin/package.json): loading one file as ES module costs a fifth of Node's own start-up time.
require("../dist/cli/bin.cjs");
