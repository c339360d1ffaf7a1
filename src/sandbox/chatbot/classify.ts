import { matchLabels } from "../media/zero-shot.ts";
import { findSubject } from "./repeat.ts";
import type { Skill } from "./skill.ts";

const CLASSIFY = /\b(?:classif\w*|sentiment|categori[sz]e|label|which category)\b/i;

/** Classifies a text into one of the classes that a request names: "Classify as spam or ham: …". */
export const classify: Skill = ({ conversation, question }) => {
	const wish = `${conversation.system}\n${question}`;
	if (!CLASSIFY.test(wish)) return undefined;
	const [listed] = /\b[\p{L}-]+(?:, [\p{L}-]+)*,? or [\p{L}-]+/iu.exec(wish) ?? [];
	const labels =
		listed?.split(/,? or |, /).filter(Boolean) ?? (/\bsentiment\b/i.test(wish) ? ["positive", "negative"] : []);
	const text = findSubject(question, CLASSIFY) ?? (conversation.system === "" ? undefined : question);
	if (labels.length < 2 || text === undefined) return undefined;
	return matchLabels([text], labels, false)[0]?.[0]?.label;
};
