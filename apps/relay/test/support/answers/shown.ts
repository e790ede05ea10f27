import type { DialectName, ProviderProtocol } from '@tollgate/model-spec';
import { join, listCalls, type Counts, type GivenAnswer, type GivenPart } from './given-answer';

export type ShownPart =
  | { readonly is: 'thought' | 'text'; readonly text: string }
  | { readonly is: 'call'; readonly id: string; readonly name: string; readonly args: string };

/** What a client sees of an answer, whatever dialect it came in. */
export interface Shown {
  readonly parts: readonly ShownPart[];
  /** Of their makers, in their order; our own signatures are skipped. */
  readonly signatures: readonly string[];
  readonly finish: string;
  /** Messages does not tell how much of the output was thought. */
  readonly counts: Omit<Counts, 'reasoning'> & { readonly reasoning?: number };
  readonly cost: number;
}

/** Adjacent texts are one text, and empty ones are omitted. */
export function joinParts(parts: readonly ShownPart[]): readonly ShownPart[] {
  const joined: ShownPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.is === 'call') joined.push(part);
    else if (part.text === '') continue;
    else if (last === undefined || last.is !== part.is) joined.push(part);
    else joined[joined.length - 1] = { ...part, text: last.text + part.text };
  }
  return joined;
}

interface Pair {
  readonly dialect: DialectName;
  readonly protocol: ProviderProtocol;
}

/** What a client of this dialect must see of it. */
export function expectShown(answer: GivenAnswer, cost: number, pair: Pair): Shown {
  const { reasoning, ...counts } = answer.counts;
  const isCalling = answer.ending === 'stop' && listCalls(answer).length > 0;
  return {
    parts: joinParts(arrange(answer.parts, pair.dialect).map(show)),
    signatures: keepsSignatures(pair)
      ? answer.parts.flatMap(({ signature }) => signature ?? [])
      : [],
    finish: isCalling ? 'tool_calls' : answer.ending,
    counts: pair.dialect === 'messages' ? counts : { ...counts, reasoning },
    cost,
  };
}

/** In Messages a signature is Anthropic's or missing. */
export function keepsSignatures({ dialect, protocol }: Pair): boolean {
  return dialect !== 'messages' || /anthropic|bedrock/.test(protocol);
}

function arrange(parts: readonly GivenPart[], dialect: DialectName): readonly GivenPart[] {
  if (dialect !== 'chat') return parts;
  return (['thought', 'text', 'call'] as const).flatMap((is) =>
    parts.filter((part) => part.is === is),
  );
}

function show(part: GivenPart): ShownPart {
  if (part.is !== 'call') return { is: part.is, text: join(part) };
  const args = JSON.stringify(JSON.parse(join(part)));
  return { is: 'call', id: part.id, name: part.name, args };
}
