import type { SseEvent } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import fc from 'fast-check';
import { someArgs, someName, someText } from '../conversations/conversation';

/** A part of what a provider answers, in the pieces that a stream of it comes in. */
export type GivenPart =
  | {
      readonly is: 'thought';
      readonly pieces: readonly string[];
      readonly signature?: string;
      readonly isHidden?: boolean;
      readonly id?: string;
    }
  | { readonly is: 'text'; readonly pieces: readonly string[]; readonly signature?: string }
  | {
      readonly is: 'call';
      readonly id: string;
      readonly name: string;
      /** Of the JSON text of an object. */
      readonly pieces: readonly string[];
      readonly signature?: string;
    };

export type Ending = 'stop' | 'length' | 'content_filter';

export interface Counts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  /** With what was thought. */
  readonly output: number;
  readonly reasoning: number;
}

export interface GivenAnswer {
  readonly parts: readonly GivenPart[];
  readonly ending: Ending;
  readonly counts: Counts;
  /** Pieces of several calls come mixed, where the protocol allows it. */
  readonly isMixed: boolean;
}

/** How one protocol writes an answer down. */
export interface AnswerWire {
  readonly some: fc.Arbitrary<GivenAnswer>;
  toBody(answer: GivenAnswer): Fields;
  toEvents(answer: GivenAnswer): readonly SseEvent[];
}

export function join({ pieces }: GivenPart): string {
  return pieces.join('');
}

export function listCalls({ parts }: GivenAnswer): readonly Extract<GivenPart, { is: 'call' }>[] {
  return parts.filter((part) => part.is === 'call');
}

/** The frame of an event whose data names its type. */
export function nameEvent(data: { readonly type: string } & Fields): SseEvent {
  return { name: data.type, data: JSON.stringify(data) };
}

const pieces = fc.array(fc.oneof({ weight: 4, arbitrary: someText }, fc.constant('')), {
  minLength: 1,
  maxLength: 4,
});
export const saidPieces = pieces.filter((list) => list.join('') !== '');
export const someSignature = fc.base64String({ minLength: 4, maxLength: 24 });

/** JSON may be cut anywhere: inside a name, an escape or a pair. */
const argsPieces = fc
  .tuple(someArgs, fc.array(fc.nat(60), { maxLength: 3 }))
  .map(([args, cuts]) => {
    const places = [0, ...cuts.filter((cut) => cut < args.length), args.length];
    places.sort((one, other) => one - other);
    return places.slice(1).map((place, index) => args.slice(places[index], place));
  });

export const someTextPart: fc.Arbitrary<GivenPart> = fc.record({
  is: fc.constant('text' as const),
  pieces: saidPieces,
});
export const someCallPart: fc.Arbitrary<Extract<GivenPart, { is: 'call' }>> = fc.record({
  is: fc.constant('call' as const),
  id: fc.constantFrom('call_', 'toolu_', 'fc-'),
  name: someName,
  pieces: argsPieces,
});

const someCounts: fc.Arbitrary<Counts> = fc
  .tuple(fc.nat(5_000), fc.nat(500), fc.nat(500), fc.integer({ min: 1, max: 900 }), fc.nat(900))
  .map(([input, cacheRead, cacheWritten, output, reasoning]) => ({
    input,
    cacheRead,
    cacheWritten,
    output,
    reasoning: Math.min(output, reasoning),
  }));

/** An answer of these parts, whose calls have ids of their own. */
export function someAnswer(parts: fc.Arbitrary<readonly GivenPart[]>): fc.Arbitrary<GivenAnswer> {
  return fc.record({
    parts: parts.map((list) =>
      list.map((part, index) => (part.is === 'call' ? { ...part, id: part.id + index } : part)),
    ),
    ending: fc.constantFrom<Ending>('stop', 'stop', 'length', 'content_filter'),
    counts: someCounts,
    isMixed: fc.boolean(),
  });
}
