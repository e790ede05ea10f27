import type { ReasoningFormat, ReasoningPart, ToolCallPart } from '@tollgate/model-spec';
import { asFieldList, asText, type Fields } from './fields';

const formatNames: Readonly<Record<ReasoningFormat, string>> = {
  anthropic: 'anthropic-claude-v1',
  google: 'google-gemini-v1',
  openai: 'openai-responses-v1',
  unknown: 'unknown',
};

/** Chat's `reasoning_details` in the neutral model. */
export interface ReasoningDetails {
  readonly parts: readonly ReasoningPart[];
  /** Signatures of tool calls, by call id. */
  readonly callSignatures: ReadonlyMap<string, string>;
}

/** One entry of the list, whole or a piece of a streamed one. */
export interface ReasoningDetail {
  readonly format: ReasoningFormat;
  readonly text: string;
  /** Signature of a text, or the hidden content itself. */
  readonly signature: string | undefined;
  readonly isEncrypted: boolean;
  readonly id: string | undefined;
}

export function readReasoningDetail(detail: Fields): ReasoningDetail {
  const isEncrypted = detail['type'] === 'reasoning.encrypted';
  return {
    format: readFormat(detail['format']),
    text: asText(detail['text']) ?? asText(detail['summary']) ?? '',
    signature: asText(isEncrypted ? detail['data'] : detail['signature']),
    isEncrypted,
    id: asText(detail['id']),
  };
}

export function readReasoningDetails(value: unknown): ReasoningDetails {
  const parts: ReasoningPart[] = [];
  const callSignatures = new Map<string, string>();
  for (const fields of asFieldList(value)) {
    const detail = readReasoningDetail(fields);
    const { format, id, isEncrypted, signature, text } = detail;
    const last = parts.at(-1);
    if (text === '' && signature === undefined) continue;
    if (!isEncrypted || signature === undefined) parts.push(makePart(detail));
    else if (format === 'google' && id !== undefined) callSignatures.set(id, signature);
    else if (last === undefined || !isBeside(last, detail)) parts.push(makePart(detail));
    else parts[parts.length - 1] = { ...last, ...(id === undefined ? {} : { id }), signature };
  }
  return { parts, callSignatures };
}

/** OpenAI and Google send hidden content beside its text; Anthropic in place of it. */
function isBeside(last: ReasoningPart, { format, id }: ReasoningDetail): boolean {
  if (last.format !== format || last.signature !== undefined) return false;
  // Pieces of a stream come before the id is known.
  if (last.id !== undefined && last.id !== id) return false;
  return format === 'openai' || format === 'google';
}

function makePart({ format, id, isEncrypted, signature, text }: ReasoningDetail): ReasoningPart {
  const isRedacted = isEncrypted && (format === 'anthropic' || format === 'unknown');
  return {
    type: 'reasoning',
    text,
    format,
    ...(signature === undefined ? {} : { signature }),
    ...(isRedacted ? { isRedacted } : {}),
    ...(id === undefined ? {} : { id }),
  };
}

export function writeReasoningDetails(
  parts: readonly ReasoningPart[],
  calls: readonly Pick<ToolCallPart, 'id' | 'thoughtSignature'>[] = [],
): Fields[] {
  const details = parts.flatMap(writePart);
  const signed = calls.filter(({ thoughtSignature }) => thoughtSignature !== undefined);
  const ofCalls = signed.map(({ id, thoughtSignature }) => ({
    type: 'reasoning.encrypted',
    data: thoughtSignature,
    format: formatNames.google,
    id,
  }));
  return [...details, ...ofCalls].map((detail, index) => ({ ...detail, index }));
}

function writePart({ format, id, isRedacted, signature, text }: ReasoningPart): Fields[] {
  const common = { format: formatNames[format], ...(id === undefined ? {} : { id }) };
  const encrypted = { type: 'reasoning.encrypted', data: signature, ...common };
  if (isRedacted === true) return [encrypted];
  if (format === 'openai') {
    const summary = { type: 'reasoning.summary', summary: text, ...common };
    return [...(text === '' ? [] : [summary]), ...(signature === undefined ? [] : [encrypted])];
  }
  return [
    { type: 'reasoning.text', text, ...(signature === undefined ? {} : { signature }), ...common },
  ];
}

function readFormat(value: unknown): ReasoningFormat {
  const name = asText(value) ?? '';
  if (name.startsWith('anthropic')) return 'anthropic';
  if (name.startsWith('google')) return 'google';
  return name.includes('openai') ? 'openai' : 'unknown';
}
