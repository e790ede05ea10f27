import type { Answer } from './answer';
import type { StreamPlan } from './protocol';

export interface StreamPieces {
  /** Before the first content. */
  readonly opening: readonly string[];
  /** One event or more for each piece of content. */
  readonly contents: readonly string[];
  readonly closing: readonly string[];
  /** How this protocol reports a failure in the middle. */
  readonly error: string;
}

/** The same failures for every protocol: hang, cut, error, garbage, an event too large. */
export function planStream({ instructions }: Answer, pieces: StreamPieces): StreamPlan {
  const { cutAfter, errorAfter, hangAfter, body } = instructions;
  const { closing, error, opening } = pieces;
  const broken = body === 'bad_sse' ? ['data: {"id":"chatcmpl-broken","cho\n\n'] : [];
  const contents = [...broken, ...pieces.contents];
  const openingEvents = opening.length;
  const until = (count: number): string[] => [...opening, ...contents.slice(0, count)];
  if (errorAfter !== undefined) {
    return { events: [...until(errorAfter), error], openingEvents, ending: 'end' };
  }
  const stopAfter = hangAfter ?? cutAfter;
  if (stopAfter !== undefined) {
    const ending = hangAfter === undefined ? 'cut' : 'hang';
    return { events: until(stopAfter), openingEvents, ending };
  }
  return { events: [...opening, ...contents, ...closing], openingEvents, ending: 'end' };
}

/** Calls one after the other, or their pieces in turn. */
export function interleave(calls: readonly (readonly string[])[], isMixed: boolean): string[] {
  if (!isMixed) return calls.flat();
  const longest = Math.max(0, ...calls.map((pieces) => pieces.length));
  return Array.from({ length: longest }, (_unused, index) =>
    calls.flatMap((pieces) => pieces.slice(index, index + 1)),
  ).flat();
}
