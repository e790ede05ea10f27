import type { Fields } from '@tollgate/model-kit';
import fc from 'fast-check';
import {
  join,
  saidPieces,
  someAnswer,
  someCallPart,
  someSignature,
  type AnswerWire,
  type GivenAnswer,
  type GivenPart,
} from './given-answer';

const maySign = <Part extends GivenPart>(part: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  fc
    .tuple(part, fc.option(someSignature, { nil: undefined }))
    .map(([made, signature]) => (signature === undefined ? made : { ...made, signature }));

const spoken = <Is extends 'text' | 'thought'>(is: Is): fc.Arbitrary<GivenPart> =>
  fc.record({ is: fc.constant(is), pieces: saidPieces }) as fc.Arbitrary<GivenPart>;

/** Thoughts come first; the last text, or any call, may be signed. */
const some = someAnswer(
  fc
    .tuple(
      fc.array(maySign(spoken('thought')), { maxLength: 1 }),
      fc.array(maySign(spoken('text')), { maxLength: 1 }),
      fc.array(maySign(someCallPart), { maxLength: 3 }),
    )
    .map(([thoughts, [text], calls]): readonly GivenPart[] => {
      if (text === undefined) return [...thoughts, ...calls];
      const said = calls.length === 0 ? text : { is: 'text' as const, pieces: text.pieces };
      return [...thoughts, said, ...calls];
    }),
).map((answer): GivenAnswer => {
  // Google does not tell what was written to a cache.
  return { ...answer, counts: { ...answer.counts, cacheWritten: 0 } };
});

const finishWords = { stop: 'STOP', length: 'MAX_TOKENS', content_filter: 'SAFETY' } as const;

export const wireGemini: AnswerWire = {
  some,
  toBody: (answer) => ({
    candidates: [writeCandidate(answer.parts.flatMap(writeWhole), answer.ending)],
    usageMetadata: writeUsage(answer),
    modelVersion: 'upstream-model',
    responseId: 'r1',
  }),
  toEvents: (answer) => {
    const usageMetadata = writeUsage(answer);
    const early = { promptTokenCount: usageMetadata['promptTokenCount'] };
    const chunks: Fields[] = answer.parts.flatMap(writePieces).map((part) => ({
      candidates: [writeCandidate([part])],
      usageMetadata: early,
    }));
    const last = { candidates: [writeCandidate([], answer.ending)], usageMetadata };
    return [...chunks, last].map((chunk) => ({ name: undefined, data: JSON.stringify(chunk) }));
  },
};

function writeCandidate(parts: readonly Fields[], ending?: GivenAnswer['ending']): Fields {
  return {
    content: { parts, role: 'model' },
    ...(ending === undefined ? {} : { finishReason: finishWords[ending] }),
    index: 0,
  };
}

function writeWhole(part: GivenPart): readonly Fields[] {
  return [writePart(part, join(part), part.signature)];
}

function writePieces(part: GivenPart): readonly Fields[] {
  if (part.is === 'call') return writeWhole(part);
  const last = part.pieces.length - 1;
  return part.pieces.map((piece, index) =>
    writePart(part, piece, index === last ? part.signature : undefined),
  );
}

function writePart(part: GivenPart, text: string, signature: string | undefined): Fields {
  const signed = signature === undefined ? {} : { thoughtSignature: signature };
  switch (part.is) {
    case 'text':
      return { text, ...signed };
    case 'thought':
      return { text, thought: true, ...signed };
    case 'call': {
      const { id, name } = part;
      return { functionCall: { id, name, args: JSON.parse(text) as unknown }, ...signed };
    }
  }
}

function writeUsage({ counts }: GivenAnswer): Fields {
  const { cacheRead, input, output, reasoning } = counts;
  const prompt = input + cacheRead;
  return {
    promptTokenCount: prompt,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: prompt + output,
  };
}
