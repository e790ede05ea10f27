import {
  asFields,
  asNumber,
  asText,
  type Fields,
  omitUndefined,
  readReasoningDetails,
  type ReasoningDetails,
} from '@tollgate/model-kit';
import {
  reasoningEfforts,
  type ReasoningEffort,
  type ReasoningPart,
  type ReasoningWish,
} from '@tollgate/model-spec';

/** The effort of a caller who enables thinking without an effort. */
const usualEffort: ReasoningEffort = 'medium';

/** The caller's thinking settings, in any of four spellings. */
export function readReasoningWish(body: Fields): ReasoningWish {
  const reasoning = asFields(body['reasoning']);
  const thinking = asFields(body['thinking']);
  const word = reasoning['effort'] ?? body['reasoning_effort'];
  const isHidden = reasoning['exclude'] === true || undefined;
  const switches = [
    reasoning['enabled'],
    body['enable_thinking'],
    isOnByType[asText(thinking['type']) ?? ''],
  ];
  if (word === 'none' || switches.includes(false)) {
    return omitUndefined<ReasoningWish>({ isOff: true, isHidden });
  }
  const wish = omitUndefined<ReasoningWish>({
    effort: reasoningEfforts.find((effort) => effort === word),
    budgetTokens: asNumber(reasoning['max_tokens']) ?? asNumber(thinking['budget_tokens']),
    isAdaptive: thinking['type'] === 'adaptive' || undefined,
  });
  const isVague = Object.keys(wish).length === 0 && switches.includes(true);
  const said = isVague ? { effort: usualEffort } : wish;
  return isHidden ? { ...said, isHidden } : said;
}

const isOnByType: Readonly<Record<string, boolean>> = { enabled: true, disabled: false };

/** Earlier reasoning of the model, which some providers require exactly as they sent it. */
export function readThoughts(message: Fields): ReasoningDetails {
  const { callSignatures, parts } = readReasoningDetails(message['reasoning_details']);
  const joined = joinPieces(parts);
  if (joined.some(({ text }) => text !== '')) return { parts: joined, callSignatures };
  const text = asText(message['reasoning']) ?? asText(message['reasoning_content']) ?? '';
  const plain: readonly ReasoningPart[] =
    text === '' ? [] : [{ type: 'reasoning', text, format: 'unknown' }];
  return { parts: [...plain, ...joined], callSignatures };
}

/** Clients that gather a stream often keep its pieces side by side instead of joined. */
function joinPieces(parts: readonly ReasoningPart[]): readonly ReasoningPart[] {
  const joined: ReasoningPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && isContinued(last, part)) {
      joined[joined.length - 1] = { ...last, ...part, text: last.text + part.text };
    } else {
      joined.push(part);
    }
  }
  return joined;
}

function isContinued(last: ReasoningPart, part: ReasoningPart): boolean {
  const isWhole = last.signature !== undefined || last.isRedacted === true;
  // Its id may come with its last piece.
  const isSame = last.id === undefined || last.id === part.id;
  return !isWhole && part.isRedacted !== true && last.format === part.format && isSame;
}

/** Signatures that Google's own Chat endpoint puts on calls. */
export function readCallSignature(call: Fields): string | undefined {
  const google = asFields(asFields(call['extra_content'])['google']);
  return asText(google['thought_signature']);
}
