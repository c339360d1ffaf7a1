/** Text files for trying the tasks that take text. */
export const TEXT_SAMPLES: Readonly<Record<string, string>> = {
	"people.csv": `name,age,city,salary
Ada,36,London,52000
Alan,41,London,61000
Grace,45,New York,73000
Linus,28,Helsinki,48000
Mei,33,Singapore,66000
`,
	"article.txt": `The old harbour of Bergen is busy again. After two quiet years the ferries are full, and the fish market has opened
every morning since April. Shop owners say that visitors stay longer than before. The city plans to close the street along
the water to cars next summer. Most residents support the plan, but some fear that deliveries will become harder.
`,
	"review.txt": "The battery lasts two days and the screen is beautiful. I love it.\n",
	"questions.txt": `What is the capital of France?
What is 12 * 12?
Explain attention in one sentence.
`,
	"messages.json": `${JSON.stringify(
		[
			{ role: "system", content: "You answer in one sentence." },
			{ role: "user", content: "What is an embedding?" },
		],
		undefined,
		2,
	)}\n`,
	"reviews.jsonl": [
		{ id: "r1", text: "Great sound, friendly support, fast delivery." },
		{ id: "r2", text: "The strap tore after a week. A waste of money." },
		{ id: "r3", text: "Easy to set up; I recommend it." },
	]
		.map((row) => `${JSON.stringify(row)}\n`)
		.join(""),
};
