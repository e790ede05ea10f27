import { AppError } from '@tollgate/errors';
import type { StreamPart, StreamRenderer } from '@tollgate/model-spec';
import {
  contractCost,
  contractFace,
  contractSettled,
  type DialectContractOptions,
} from './dialect-contract-options';
import { parseSample } from './dialect-contract-requests';
import { findMembers, readFrames, type WireFrame } from './read-frames';

const ending: readonly StreamPart[] = [
  { type: 'finish', finishReason: 'stop', nativeFinishReason: 'stop' },
  { type: 'usage', usage: { kind: 'usage', usage: contractSettled.usage }, raw: undefined },
  { type: 'end' },
];

const interleaved: readonly StreamPart[] = [
  { type: 'text-delta', text: 'Let me see. ' },
  { type: 'tool-call-start', index: 0, id: 'call_1', name: 'find' },
  { type: 'tool-call-start', index: 1, id: 'call_2', name: 'count' },
  { type: 'tool-call-delta', index: 0, arguments: '{"city":' },
  { type: 'tool-call-delta', index: 1, arguments: '{"of":' },
  { type: 'tool-call-delta', index: 0, arguments: '"Oslo"}' },
  { type: 'tool-call-delta', index: 1, arguments: '"cars"}' },
];

const callEnding: readonly StreamPart[] = [
  { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'tool_calls' },
  ...ending.slice(1),
];

function createRenderer(options: DialectContractOptions): StreamRenderer {
  const request = parseSample(options, { stream: true });
  return options.dialect.createStreamRenderer({ face: contractFace, request });
}

function pushAll(renderer: StreamRenderer, parts: readonly StreamPart[]): string {
  return parts.map((part) => renderer.push(part)).join('');
}

function renderAll(
  options: DialectContractOptions,
  parts: readonly StreamPart[],
): readonly WireFrame[] {
  const renderer = createRenderer(options);
  return readFrames(pushAll(renderer, parts) + renderer.finish(contractSettled));
}

/** The costs that a client finds, frame by frame. */
export function listCosts(
  frames: readonly WireFrame[],
  options: DialectContractOptions,
): readonly unknown[] {
  return frames.flatMap(({ data }) => findMembers(data, options.costField));
}

/** One block is open at a time, and nothing comes for one that is closed. */
export function expectSequential(
  frames: readonly WireFrame[],
  options: DialectContractOptions,
): void {
  let openIndex: number | undefined;
  for (const frame of frames) {
    const block = options.readBlockStep?.(frame);
    if (block === undefined) continue;
    expect(openIndex).toBe(block.step === 'open' ? undefined : block.index);
    openIndex = block.step === 'close' ? undefined : block.index;
  }
  expect(openIndex).toBeUndefined();
}

export function describeStreams(options: DialectContractOptions): void {
  describe('translated streams', () => {
    describeOrder(options);
    describeCalls(options);

    it.each(options.streams)('are written as the dialect requires: $name', ({ frames, parts }) => {
      const written = renderAll(options, parts);
      expect(written).toMatchObject(frames);
      expect(written).toHaveLength(frames.length);
      expectSequential(written, options);
    });

    it('have an end of their own where nothing of the answer came', () => {
      const frames = renderAll(options, ending);
      expect(frames[0]).toMatchObject(options.firstFrame);
      expect(frames.at(-1)).toMatchObject(options.terminalFrame);
      expectSequential(frames, options);
    });

    it.each([
      ['in the middle', [{ type: 'text-delta', text: 'Hel' }] satisfies StreamPart[]],
      ['inside a call', interleaved.slice(0, 5)],
      ['before any content', []],
    ])('that fail %s end as the dialect says', (_name, parts) => {
      const error = new AppError('upstream_unavailable');
      const renderer = createRenderer(options);
      const frames = readFrames(pushAll(renderer, parts) + renderer.fail(error));
      const expected = options.failureFrames(error, contractFace, parts.length > 0);
      expect(frames.slice(-expected.length)).toMatchObject(expected);
      expect(listCosts(frames, options)).toEqual([]);
    });

    it('that fail before they were rendered are a whole failure', () => {
      const error = new AppError('timeout');
      const frames = readFrames(options.dialect.renderFailure(error, contractFace));
      expect(frames.length).toBeGreaterThan(0);
      expect(findMembers(frames, 'message')).toContain(error.message);
    });
  });
}

function describeOrder(options: DialectContractOptions): void {
  const parts: readonly StreamPart[] = [
    { type: 'prompt-tokens', promptTokens: 15 },
    { type: 'reasoning-delta', text: 'Hm', format: 'unknown' },
    { type: 'text-delta', text: 'Hel' },
    { type: 'text-delta', text: '' },
    { type: 'text-delta', text: 'lo' },
  ];

  it('begin and end with the frames of the dialect', () => {
    const frames = renderAll(options, [...parts, ...ending]);
    expect(frames[0]).toMatchObject(options.firstFrame);
    expect(frames.at(-1)).toMatchObject(options.terminalFrame);
    expect(options.readStream(frames)).toEqual({ text: 'Hello', toolCalls: [] });
    expectSequential(frames, options);
  });

  it('send usage and cost once, and only when the call is settled', () => {
    const renderer = createRenderer(options);
    const before = readFrames(pushAll(renderer, [...parts, ...ending]));
    expect(listCosts(before, options)).toEqual([]);
    expect(before).not.toContainEqual(expect.objectContaining(options.terminalFrame));
    expect(listCosts(readFrames(renderer.finish(contractSettled)), options)).toEqual([
      contractCost,
    ]);
  });

  it('send nothing for usage and the end', () => {
    const renderer = createRenderer(options);
    pushAll(renderer, parts);
    expect(pushAll(renderer, ending)).toBe('');
  });
}

function describeCalls(options: DialectContractOptions): void {
  it('put calls that interleave together again', () => {
    const frames = renderAll(options, [...interleaved, ...callEnding]);
    expect(options.readStream(frames)).toEqual({
      text: 'Let me see. ',
      toolCalls: [
        { id: 'call_1', name: 'find', arguments: { city: 'Oslo' } },
        { id: 'call_2', name: 'count', arguments: { of: 'cars' } },
      ],
    });
    expectSequential(frames, options);
  });

  it.each([
    ['said to be through', [{ type: 'tool-call-end', index: 0 }] satisfies StreamPart[]],
    ['left as it is', []],
    ['given an empty piece', [{ type: 'tool-call-delta', index: 0, arguments: '' } as const]],
  ])('write {} for a call without arguments, %s', (_name, more) => {
    const start: StreamPart = { type: 'tool-call-start', index: 0, id: 'call_1', name: 'now' };
    const frames = renderAll(options, [start, ...more, ...callEnding]);
    expect(options.readStream(frames).toolCalls).toEqual([
      { id: 'call_1', name: 'now', arguments: {} },
    ]);
  });
}
