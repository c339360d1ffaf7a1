import type { ReactNode } from "react";
import type { TaskFacts } from "../page.ts";
import { findStandIn, type StandIn as StandInFacts } from "../samples/demos.ts";
import { DemoScene } from "./demo-scene.tsx";

/** The dataset on Hugging Face with the files of demos. */
const FILES = "https://huggingface.co/datasets/huggingfacejs/tasks/resolve/main";

type DemoItem = TaskFacts["demo"]["inputs"][number];

interface Side {
	/** Id of the task. */
	task: string;
	isInput?: boolean;
}

/** An example of the input and output of a task. */
export function Demo({ task, demo }: { task: string; demo: TaskFacts["demo"] }) {
	return (
		<div className="demo">
			<section aria-label="Example input">
				<p className="demo-side">Input</p>
				{demo.inputs.map((item) => (
					<Item key={JSON.stringify(item)} item={item} task={task} isInput />
				))}
			</section>
			<section aria-label="Example output">
				<p className="demo-side">Output</p>
				{demo.outputs.map((item) => (
					<Item key={JSON.stringify(item)} item={item} task={task} />
				))}
			</section>
		</div>
	);
}

function Item({ item, task, isInput = false }: Side & { item: DemoItem }) {
	switch (item.type) {
		case "text":
			return (
				<p className="demo-text">
					{item.label && <small>{item.label}</small>}
					{item.content}
				</p>
			);
		case "chart":
			return <Chart data={item.data} />;
		case "tabular":
			return <DataTable rows={item.table} />;
		case "text-with-tokens":
			return <Tokens {...item} />;
		default:
			return <MediaFile item={item} task={task} isInput={isInput} />;
	}
}

function Chart({ data }: { data: { label: string; score: number }[] }) {
	return (
		<ul className="demo-chart">
			{data.map(({ label, score }) => (
				<li key={label}>
					<span>{label}</span>
					<meter value={score} max={1} aria-label={label} />
					<span>{score.toFixed(3)}</span>
				</li>
			))}
		</ul>
	);
}

function DataTable({ rows: [header = [], ...rows] }: { rows: string[][] }) {
	return (
		<table>
			<thead>
				<tr>
					{header.map((cell) => (
						<th key={cell}>{cell}</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.join("|")}>
						{row.map((cell, index) => (
							<td key={header[index] ?? cell}>{cell}</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Tokens({ text, tokens }: Extract<DemoItem, { type: "text-with-tokens" }>) {
	const parts: ReactNode[] = [];
	let end = 0;
	for (const token of tokens) {
		parts.push(text.slice(end, token.start));
		parts.push(
			<mark key={token.start}>
				{text.slice(token.start, token.end)} <small>{token.type}</small>
			</mark>,
		);
		end = token.end;
	}
	return <p className="demo-text">{[...parts, text.slice(end)]}</p>;
}

function MediaFile({
	item: { type, filename },
	task,
	isInput = false,
}: Side & { item: { type: string; filename: string } }) {
	const standIn = findStandIn(task, type, isInput ? "input" : "output");
	return (
		<figure className="demo-media">
			<StandIn {...standIn} label={isInput ? "Example input" : "Example output"} />
			<figcaption>
				Replaces <a href={`${FILES}/${task}/${filename}`}>{filename}</a> on Hugging Face.
			</figcaption>
		</figure>
	);
}

function StandIn({ sample, look, overlay, label }: StandInFacts & { label: string }) {
	if (!sample) return <DemoScene look={look} overlay={overlay} label={label} />;
	const source = `/samples/${sample}`;
	switch (sample.split(".").at(-1)) {
		case "wav":
			return <audio controls preload="none" src={source} aria-label={label} />;
		case "mp4":
			return <video controls muted loop playsInline preload="metadata" src={source} aria-label={label} />;
		default:
			return <img src={source} alt={label} loading="lazy" />;
	}
}
