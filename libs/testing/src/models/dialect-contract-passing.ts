import { AppError } from '@tollgate/errors';
import {
  BadUpstreamEventError,
  emptyUsage,
  type AnswerStream,
  type SseEvent,
} from '@tollgate/model-spec';
import { SseReader } from '@tollgate/model-kit';
import {
  contractCost,
  contractFace,
  contractSettled,
  type DialectContractOptions,
} from './dialect-contract-options';
import { parseSample } from './dialect-contract-requests';
import { expectSequential, listCosts } from './dialect-contract-streams';
import { readFrames } from './read-frames';

const eventBytesMax = 100_000;
const upstreamFace = { id: 'upstream-1', model: 'upstream-model' };

function createStream(options: DialectContractOptions): AnswerStream {
  const request = parseSample(options, { stream: true });
  const { adapter } = options.native;
  return options.dialect.createPassStream({ face: contractFace, request, adapter });
}

function pushAll(stream: AnswerStream, events: readonly SseEvent[]): string {
  return events.map((event) => stream.push(event)).join('');
}

function writeEvents(events: readonly SseEvent[]): string {
  return events
    .map(({ name, data }) => `${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`)
    .join('');
}

export function describePassedStreams(options: DialectContractOptions): void {
  describe('native streams', () => {
    describeBytes(options);
    describeEnds(options);
    describeFaults(options);
  });
}

function describeBytes(options: DialectContractOptions): void {
  const { native } = options;
  const ours = { id: `${options.idPrefix}${contractFace.ulid}`, model: contractFace.model };

  it('keep every byte but id and model', () => {
    const stream = createStream(options);
    expect(pushAll(stream, native.events(upstreamFace))).toBe(writeEvents(native.events(ours)));
    expect(stream).toMatchObject({ hasContent: true, isDone: false, failure: undefined });
  });

  it('are the same wherever their bytes are split', () => {
    const bytes = Buffer.from(writeEvents([...native.events(upstreamFace), ...native.ending(7)]));
    const whole = pass(options, [bytes]);
    for (let offset = 1; offset < bytes.length; offset++) {
      expect(pass(options, [bytes.subarray(0, offset), bytes.subarray(offset)])).toBe(whole);
    }
  });

  it('report their output to the counter', () => {
    let told = '';
    const stream = options.dialect.createPassStream({
      face: contractFace,
      request: parseSample(options, { stream: true }),
      adapter: native.adapter,
      onText: (text) => (told += text),
    });
    const frames = readFrames(pushAll(stream, native.events(upstreamFace)));
    expect(told).toContain(options.readStream(frames).text);
  });
}

function pass(options: DialectContractOptions, pieces: readonly Uint8Array[]): string {
  const stream = createStream(options);
  const reader = new SseReader(eventBytesMax);
  const frames = pieces.map((piece) => pushAll(stream, reader.push(piece)));
  return [...frames, stream.end(), stream.finish(contractSettled)].join('');
}

function describeEnds(options: DialectContractOptions): void {
  const { native } = options;

  it('keep the end and the usage back until the call is settled', () => {
    const stream = createStream(options);
    pushAll(stream, native.events(upstreamFace));
    expect(pushAll(stream, native.ending(7)) + stream.end()).toBe('');
    expect(stream).toMatchObject({ isDone: true, hasFinished: true, finishReason: 'stop' });
    expect(stream.usage).toMatchObject({ kind: 'usage', usage: { output: 7 } });
    const frames = readFrames(stream.finish(contractSettled));
    expect(listCosts(frames, options)).toEqual([contractCost]);
    expect(frames.at(-1)).toMatchObject(options.terminalFrame);
  });

  it('count the last usage when there are two, and send one', () => {
    const stream = createStream(options);
    const text = [
      pushAll(stream, native.events(upstreamFace)),
      pushAll(stream, native.ending(5).slice(0, -1)),
      pushAll(stream, native.ending(9)),
      stream.end(),
    ].join('');
    expect(stream.usage).toMatchObject({ kind: 'usage', usage: { output: 9 } });
    const frames = readFrames(text + stream.finish(contractSettled));
    expect(listCosts(frames, options)).toEqual([contractCost]);
    expectSequential(frames, options);
  });

  it('report that usage is missing, and end all the same', () => {
    const stream = createStream(options);
    pushAll(stream, native.events(upstreamFace));
    pushAll(stream, native.endingWithoutUsage);
    stream.end();
    expect(stream.usage).toEqual({ kind: 'missing' });
    const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
    const frames = readFrames(stream.finish(settled));
    expect(listCosts(frames, options)).toEqual([0]);
    expect(frames.at(-1)).toMatchObject(options.terminalFrame);
  });

  it('that are cut off are neither finished nor done', () => {
    const stream = createStream(options);
    pushAll(stream, native.events(upstreamFace));
    stream.end();
    expect(stream).toMatchObject({ hasFinished: false, isDone: false });
    expect(stream.usage.kind).toBe('missing');
  });

  it.each([0, 1, Number.POSITIVE_INFINITY])('fail after %d events like the dialect', (count) => {
    const stream = createStream(options);
    const error = new AppError('upstream_unavailable');
    const begun = pushAll(stream, native.events(upstreamFace).slice(0, count));
    const frames = readFrames(begun + stream.fail(error));
    const expected = options.failureFrames(error, contractFace, count > 0);
    expect(frames.slice(-expected.length)).toMatchObject(expected);
    expect(listCosts(frames, options)).toEqual([]);
  });
}

function describeFaults(options: DialectContractOptions): void {
  const { native } = options;
  const bad = ['not json', '7', '[]', 'null', '"text"', '{"unfinished":'];
  const garbage = [...bad.map((data) => ({ name: undefined, data })), ...(native.garbage ?? [])];

  it('report a failure of the upstream, and pass nothing of it on', () => {
    const stream = createStream(options);
    pushAll(stream, native.events(upstreamFace));
    expect(stream.push(native.errorEvent)).toBe('');
    expect(stream.failure).toBeDefined();
  });

  it.each(garbage)('refuse the event $data', (event) => {
    const stream = createStream(options);
    pushAll(stream, native.events(upstreamFace));
    expect(() => stream.push(event)).toThrow(BadUpstreamEventError);
  });
}
