import { Field } from "../parts/field.tsx";

interface Props {
	isSandbox: boolean;
	setSandbox(isSandbox: boolean): void;
	setToken(token: string): void;
}

/** Chooses between the sandbox and the providers with the user's token. */
export function TokenChoice({ isSandbox, setSandbox, setToken }: Props) {
	const chooseSandbox = () => {
		setSandbox(true);
		setToken("");
	};
	const choices = [
		{ label: "Sandbox", isChosen: isSandbox, choose: chooseSandbox },
		{ label: "Your token", isChosen: !isSandbox, choose: () => setSandbox(false) },
	];
	return (
		<fieldset className="token-choice">
			<legend>Run on</legend>
			{choices.map(({ label, isChosen, choose }) => (
				<label className="check" key={label}>
					<input type="radio" name="run-on" checked={isChosen} onChange={choose} />
					{label}
				</label>
			))}
			{!isSandbox && (
				<Field
					label="Token"
					hint="Kept in the memory of this page only: never stored, never part of a link, gone when you close or reload the page. A token that begins with hf_ goes to Hugging Face's router; another is the key of the provider you chose."
				>
					{/* Without a value: React would write it into an attribute, and a saved page would hold the token. */}
					{(attributes) => (
						<input
							{...attributes}
							type="password"
							autoComplete="off"
							spellCheck={false}
							onChange={(event) => setToken(event.target.value)}
						/>
					)}
				</Field>
			)}
		</fieldset>
	);
}
