import {
  asFields,
  estimateTextTokens,
  tokensPerImage,
  tokensPerMessage,
} from '@tollgate/model-kit';

/** Messages of Chat or items of Responses that must be kept or removed together. */
export interface PromptUnit {
  readonly items: readonly unknown[];
  readonly tokens: number;
  /** Instructions are never removed. */
  readonly isFixed: boolean;
  /** Contains a user message. */
  readonly hasUser: boolean;
}

type ItemKind = 'instruction' | 'call' | 'result' | 'plain';

/** A tool call and its results are one unit: neither is valid without the other. */
export function groupItems(items: readonly unknown[]): PromptUnit[] {
  const groups: { items: unknown[]; kind: ItemKind }[] = [];
  for (const item of items) {
    const kind = readKind(item);
    const last = groups.at(-1);
    const joins = kind === 'result' || (kind === 'call' && last?.kind === 'call');
    if (joins && last !== undefined) {
      last.items.push(item);
      // After a result, the next call starts another unit.
      if (kind === 'result') last.kind = 'result';
    } else {
      groups.push({ items: [item], kind });
    }
  }
  return groups.map(({ items: members, kind }) => ({
    items: members,
    tokens: members.reduce<number>((sum, item) => sum + weighItem(item), 0),
    isFixed: kind === 'instruction',
    hasUser: members.some((item) => asFields(item)['role'] === 'user'),
  }));
}

function readKind(item: unknown): ItemKind {
  const { role, tool_calls: calls, type } = asFields(item);
  if (role === 'system' || role === 'developer') return 'instruction';
  if (role === 'tool' || role === 'function') return 'result';
  if (typeof type === 'string' && type.endsWith('_output')) return 'result';
  if (type === 'function_call' || type === 'custom_tool_call' || type === 'reasoning')
    return 'call';
  return Array.isArray(calls) && calls.length > 0 ? 'call' : 'plain';
}

function weighItem(item: unknown): number {
  return tokensPerMessage + weighValue(item);
}

/** Fields of the format, which estimates do not count. */
const formatWords = new Set(['role', 'type', 'id', 'call_id', 'tool_call_id']);

/** Weighs every text; media count per item. */
function weighValue(value: unknown, name = ''): number {
  if (typeof value === 'string') {
    if (formatWords.has(name)) return 0;
    return value.startsWith('data:') ? tokensPerImage : estimateTextTokens(value);
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value))
    return value.reduce<number>((sum, member) => sum + weighValue(member, name), 0);
  return Object.entries(value).reduce<number>(
    (sum, [key, member]) => sum + weighValue(member, key),
    0,
  );
}
