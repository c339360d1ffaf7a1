import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { hasPythonPackages } from "../../helpers/programs.ts";
import { createHome } from "../../helpers/session.ts";

/** Debian's Python, for which `python3-pandas` is a package. */
const PYTHON = "/usr/bin/python3";
const hasPandas = hasPythonPackages(PYTHON, ["pandas"]);

it.skipIf(!hasPandas)("writes JSONL and CSV that pandas reads", async () => {
	const home = createHome({ "in.csv": "text,stars\nI love it,5\nI hate it,1\n" });
	try {
		for (const output of ["out.jsonl", "out.csv"]) {
			const line = `hub batch in.csv -o ${output} -t classify --keep all --sandbox --progress none`;
			expect(await home.run(line)).toMatchObject({ code: 0 });
		}
		const program = `
import json, pandas
lines = pandas.read_json("out.jsonl", lines=True).sort_values("index")
table = pandas.read_csv("out.csv")
print(json.dumps([[row["text"] for row in lines["input"]], [type(row[0]["label"]).__name__ for row in lines["output"]], table["stars"].tolist(), "label" in table]))
`;
		const { stdout, stderr } = spawnSync(PYTHON, ["-c", program], { cwd: home.folder, encoding: "utf8" });
		expect(stderr).toBe("");
		expect(JSON.parse(stdout)).toEqual([["I love it", "I hate it"], ["str", "str"], [5, 1], true]);
	} finally {
		home.remove();
	}
});
