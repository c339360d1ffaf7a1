/** Fields of a chat that other formats share, with the value that services assume, which is not sent. */
const CHAT_FIELDS: Readonly<Record<string, unknown>> = {
	temperature: undefined,
	top_p: undefined,
	top_k: undefined,
	max_tokens: undefined,
	stop: undefined,
	seed: undefined,
	user: undefined,
	frequency_penalty: 0,
	presence_penalty: 0,
	logit_bias: undefined,
	top_logprobs: 0,
	parallel_tool_calls: true,
};

/**
 * Returns the fields of a request that chat services know. Others are dropped: many services refuse what they do not know.
 * @param names the chat's names of fields that are called otherwise in the request
 */
export function pickChatFields(
	fields: Readonly<Record<string, unknown>>,
	names: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
	const picked: Record<string, unknown> = {};
	for (const [given, value] of Object.entries(fields)) {
		const name = Object.hasOwn(names, given) ? names[given] : given;
		if (name === undefined || !Object.hasOwn(CHAT_FIELDS, name)) continue;
		if (value !== undefined && value !== null && value !== CHAT_FIELDS[name]) picked[name] = value;
	}
	// Services demand the switch with the number.
	if (picked["top_logprobs"] !== undefined) picked["logprobs"] = true;
	return picked;
}
