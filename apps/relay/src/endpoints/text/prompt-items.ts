import {
  asFields,
  estimateTextTokens,
  tokensPerImage,
  tokensPerMessage,
} from '@tollgate/model-kit';

/** Messages of Chat or items of Responses that may only stay or go together. */
export interface PromptUnit {
  readonly items: readonly unknown[];
  readonly tokens: number;
  /** Instructions always stay. */
  readonly isFixed: boolean;
  /** It is, or contains, a message of the user. */
  readonly hasUser: boolean;
}

type ItemKind = 'instruction' | 'call' | 'result' | 'plain';

/** A call of a tool and its results are one unit: neither makes sense without the other. */
export function groupItems(items: readonly unknown[]): PromptUnit[] {
  const groups: { items: unknown[]; kind: ItemKind }[] = [];
  for (const item of items) {
    const kind = readKind(item);
    const last = groups.at(-1);
    const joins = kind === 'result' || (kind === 'call' && last?.kind === 'call');
    if (joins && last !== undefined) {
      last.items.push(item);
      // Once a result came, the next call begins another turn.
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

export function weighItem(item: unknown): number {
  return tokensPerMessage + weighValue(item);
}

/** Words of the format, which no estimate of a prompt counts. */
const formatWords = new Set(['role', 'type', 'id', 'call_id', 'tool_call_id']);

/** Every text in it; media by the piece. */
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
