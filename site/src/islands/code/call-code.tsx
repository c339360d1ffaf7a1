import { useEffect, useRef, useState } from "react";
import { ANY_MODEL, type CallState, messageOf } from "../../call-task.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { worksWithoutSandbox, writeCommand } from "./command.ts";
import { writeJavascript } from "./javascript.ts";
import type { CodeResult } from "./load-code.ts";
import { showArgs } from "./show-args.ts";

const TABS = [
	{ value: "sh", label: "Command" },
	{ value: "curl", label: "curl" },
	{ value: "js", label: "JavaScript" },
	{ value: "python", label: "Python" },
];

/** The code of exactly this call. */
export function CallCode({ call }: { call: CallState }) {
	const [tab, setTab] = useState("sh");
	const code = useCode(tab, call);
	const choose = (value: string) => setTab(value);
	return (
		<div className="call-code">
			<Tabs label="Code" tabs={TABS} value={tab} onChange={choose}>
				{code.error ? (
					<p className="note">{code.error}</p>
				) : (
					<CodeBlock language={tab === "curl" ? "sh" : tab}>{code.text ?? "…"}</CodeBlock>
				)}
			</Tabs>
			<Note call={call} isCommand={tab === "sh"} />
		</div>
	);
}

/** What is missing to call the provider. */
function Note({ call, isCommand }: { call: CallState; isCommand: boolean }) {
	const { task, provider, model } = call;
	const label = task.providers.find(({ id }) => id === provider)?.label;
	if (!worksWithoutSandbox(call)) {
		return (
			<p className="note">
				{isCommand && call.sandbox ? (
					<>
						This calls the sandbox. For {label} write <code>{`-p ${provider} -m ${ANY_MODEL}`}</code>.
					</>
				) : (
					<>
						Put a model of {label} in place of <code>{ANY_MODEL}</code>.
					</>
				)}{" "}
				Models that it serves: <code>{`hub models --provider ${provider} --task ${task.task}`}</code>
			</p>
		);
	}
	if (!isCommand || !call.sandbox || model?.startsWith("sandbox/")) return null;
	return (
		<p className="note">
			The sandbox is built in. Leave out <code>--sandbox</code> to call {label ?? "a provider"}.
		</p>
	);
}

/** Code that is known at once, or has to be loaded first. */
function useCode(tab: string, call: CallState): CodeResult {
	const [loaded, setLoaded] = useState<CodeResult & { key?: string; tab?: string }>({});
	const key = JSON.stringify([tab, call.task.id, call.values, call.provider, call.model, call.direct]);
	const isLoaded = tab === "curl" || tab === "python";
	// The key identifies the call: effects run when it changes, not for each new object.
	const latest = useRef(call);
	latest.current = call;
	useEffect(() => {
		if (!isLoaded) return undefined;
		let isCurrent = true;
		// Generating code for every keystroke would be wasteful.
		const timer = setTimeout(async () => {
			const result = await import("./load-code.ts").then((module) => module.loadCode(tab, latest.current));
			if (isCurrent) setLoaded({ key, tab, ...result });
		}, 100);
		return () => {
			isCurrent = false;
			clearTimeout(timer);
		};
	}, [key, tab, isLoaded]);
	if (isLoaded) return loaded.key === key ? loaded : { text: loaded.tab === tab ? loaded.text : undefined };
	try {
		const shown = { ...call, args: showArgs(call) };
		return { text: tab === "js" ? writeJavascript(shown) : writeCommand(shown) };
	} catch (error) {
		return { error: messageOf(error) };
	}
}
