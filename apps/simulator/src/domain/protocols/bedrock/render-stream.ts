import { writeEventFrame, writeEventStreamFrame, writeExceptionFrame } from '@tollgate/model-kit';
import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { planStream } from '../../plan-stream';
import type { StreamPlan } from '../../protocol';
import { getSignature, getStopReason, nameCall } from './render-answer';
import { renderUsage } from './render-usage';

const binaryType = 'application/vnd.amazon.eventstream';

/** Frames of the binary event stream; texts begin without a start of their block. */
export function renderStream(answer: Answer): StreamPlan {
  const { instructions, stopSequence } = answer;
  const stop = {
    ...(stopSequence === undefined
      ? {}
      : { additionalModelResponseFields: { delta: { stop_sequence: stopSequence } } }),
    stopReason: getStopReason(answer),
  };
  const usage = renderUsage(answer);
  const early =
    instructions.usage === 'twice'
      ? [renderMetadata(renderUsage({ ...answer, completionTokens: 1 }))]
      : [];
  const plan = planStream(answer, {
    opening: [send('messageStart', { role: 'assistant' })],
    contents: instructions.body === 'empty_choices' ? [] : renderBlocks(answer),
    closing: [
      ...early,
      send('messageStop', stop),
      ...(usage === undefined ? [] : [renderMetadata(usage)]),
    ],
    error: renderFailure(answer),
  });
  return { ...plan, binaryType };
}

function renderMetadata(usage: string | undefined): string {
  return frame('metadata', `{"metrics":{"latencyMs":42},"usage":${usage ?? 'null'}}`);
}

/** A listed exception, or one without a payload: credentials that expired meanwhile. */
function renderFailure({ instructions }: Answer): string {
  if (instructions.code === 'expired_token') {
    const headers = {
      ':message-type': 'error',
      ':error-code': 'ExpiredTokenException',
      ':error-message': 'The security token included in the request is expired',
    };
    return writeEventStreamFrame(headers, '').toString('latin1');
  }
  const payload = '{"message":"Bedrock is unable to process your request."}';
  return writeExceptionFrame('serviceUnavailableException', payload).toString('latin1');
}

function frame(type: string, payload: string): string {
  return writeEventFrame(type, payload).toString('latin1');
}

function send(type: string, payload: object): string {
  // Real payloads are padded, so that their length does not reveal the text.
  return frame(type, JSON.stringify({ ...payload, p: 'abcdefghijkl' }));
}

function renderDeltas(index: number, deltas: readonly object[]): string[] {
  const events = deltas.map((delta) =>
    send('contentBlockDelta', { contentBlockIndex: index, delta }),
  );
  return [...events, send('contentBlockStop', { contentBlockIndex: index })];
}

function renderBlocks(answer: Answer): string[] {
  const { reasoningTokens, toolCalls } = answer;
  const blocks: string[] = [];
  let index = 0;
  if (reasoningTokens > 0) {
    const deltas = [
      ...listReasoningPieces(answer).map((text) => ({ reasoningContent: { text } })),
      { reasoningContent: { signature: getSignature(answer) } },
    ];
    blocks.push(...renderDeltas(index++, deltas));
  }
  for (const { id, name, pieces } of toolCalls) {
    const start = { toolUse: { toolUseId: nameCall(id), name } };
    blocks.push(send('contentBlockStart', { contentBlockIndex: index, start }));
    const deltas = pieces.map((input) => ({ toolUse: { input } }));
    blocks.push(...renderDeltas(index++, deltas));
  }
  if (toolCalls.length > 0) return blocks;
  const deltas = listAnswerPieces(answer).map((text) => ({ text }));
  return [...blocks, ...renderDeltas(index, deltas)];
}
