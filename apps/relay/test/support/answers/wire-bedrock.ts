import type { SseEvent } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import { join, listCalls, type AnswerWire, type GivenAnswer, type GivenPart } from './given-answer';
import { wireAnthropic } from './wire-anthropic';

const stopWords = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'content_filtered',
} as const;

/** Claude's answers, without a count of what was thought. */
export const wireBedrock: AnswerWire = {
  some: wireAnthropic.some.map((answer) => ({
    ...answer,
    counts: { ...answer.counts, reasoning: 0 },
  })),
  toBody: (answer) => ({
    output: { message: { role: 'assistant', content: answer.parts.map(writeBlock) } },
    ...writeStop(answer),
    usage: writeUsage(answer),
  }),
  toEvents: (answer) => [
    name('messageStart', { role: 'assistant' }),
    ...answer.parts.flatMap(writeEvents),
    name('messageStop', writeStop(answer)),
    name('metadata', { usage: writeUsage(answer) }),
  ],
};

function name(type: string, data: Fields): SseEvent {
  return { name: type, data: JSON.stringify({ ...data, p: 'abc' }) };
}

function writeStop(answer: GivenAnswer): Fields {
  const isCalling = answer.ending === 'stop' && listCalls(answer).length > 0;
  return { stopReason: isCalling ? 'tool_use' : stopWords[answer.ending] };
}

function writeBlock(part: GivenPart): Fields {
  switch (part.is) {
    case 'text':
      return { text: join(part) };
    case 'thought': {
      const { isHidden, signature } = part;
      if (isHidden === true) return { reasoningContent: { redactedContent: signature } };
      return { reasoningContent: { reasoningText: { text: join(part), signature } } };
    }
    case 'call': {
      const input = JSON.parse(join(part)) as unknown;
      return { toolUse: { toolUseId: part.id, name: part.name, input } };
    }
  }
}

function writeEvents(part: GivenPart, contentBlockIndex: number): readonly SseEvent[] {
  const start =
    part.is === 'call'
      ? [{ contentBlockIndex, start: { toolUse: { toolUseId: part.id, name: part.name } } }]
      : [];
  return [
    ...start.map((data) => name('contentBlockStart', data)),
    ...listDeltas(part).map((delta) => name('contentBlockDelta', { contentBlockIndex, delta })),
    name('contentBlockStop', { contentBlockIndex }),
  ];
}

function listDeltas(part: GivenPart): readonly Fields[] {
  switch (part.is) {
    case 'text':
      return part.pieces.map((text) => ({ text }));
    case 'thought': {
      const { isHidden, pieces, signature } = part;
      if (isHidden === true) return [{ reasoningContent: { redactedContent: signature } }];
      const thoughts = pieces.map((text) => ({ reasoningContent: { text } }));
      return [...thoughts, { reasoningContent: { signature } }];
    }
    case 'call':
      return ['', ...part.pieces].map((input) => ({ toolUse: { input } }));
  }
}

function writeUsage({ counts }: GivenAnswer): Fields {
  const { cacheRead, cacheWritten, input, output } = counts;
  return {
    inputTokens: input,
    cacheReadInputTokens: cacheRead,
    cacheWriteInputTokens: cacheWritten,
    cacheDetails: [{ ttl: '1h', inputTokens: cacheWritten }],
    outputTokens: output,
    totalTokens: input + cacheRead + cacheWritten + output,
  };
}
