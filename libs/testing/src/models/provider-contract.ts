import {
  BadUpstreamEventError,
  type FinishReason,
  type NeutralAnswer,
  type NeutralRequest,
  type ProviderAdapter,
  type StreamPart,
  type Translation,
  type UpstreamFailure,
  type UpstreamTarget,
} from '@tollgate/model-spec';
import { describeFailures } from './provider-failures';
import { makeNeutralRequest, makeUpstreamTarget } from './make-request';
import { frameChunks, openFixtures, readPieces, type ProviderFixtures } from './provider-fixtures';

/** What one recorded answer means; `request` and `target` are what it was the answer to. */
export interface ProviderFixtureMeaning {
  readonly request?: Partial<NeutralRequest>;
  readonly target?: Partial<UpstreamTarget>;
  /** Of `name.json`. */
  readonly answer?: NeutralAnswer;
  /** Of `name.chunks.txt`, with what comes at the close. */
  readonly parts?: readonly StreamPart[];
}

export interface SentRequest {
  readonly url: string;
  readonly body: unknown;
}

export interface ProviderContractOptions {
  readonly adapter: ProviderAdapter;
  /** The `__fixtures__` folder. */
  readonly fixtures: string;
  /** By fixture; every file of the folder must have its meaning here. */
  readonly meanings: Readonly<Record<string, ProviderFixtureMeaning>>;
  /** A key as this provider makes them. */
  readonly apiKey: string;
  /** The request for makeNeutralRequest() and makeUpstreamTarget(). */
  readonly sent: {
    /** The header that carries the key, lower-case, and what stands before it. */
    readonly keyHeader: string;
    readonly keyPrefix?: string;
    readonly plain: SentRequest;
    readonly streaming: SentRequest;
  };
  /** Requests of the native dialect; absent where no dialect is native. */
  readonly native?: {
    readonly bodyText: string;
    /** For a plain call: every other byte is as it came. */
    readonly sentText: string;
    /** Headers of the client that this protocol gives a meaning. */
    readonly clientHeaders?: readonly string[];
  };
  /** The recorded events as bytes; left out: as server-sent events. */
  readonly frame?: (chunks: readonly string[]) => Uint8Array;
  /** Match the data of the events that say why it ended, and of those that bring the usage. */
  readonly finishMark: RegExp;
  readonly usageMark: RegExp;
  /** A usage object in which one number is this. */
  readonly makeUsage: (count: unknown) => unknown;
  readonly stopReasons: Readonly<Record<string, FinishReason>>;
  /** An error body with this text. */
  readonly makeErrorBody: (message: string) => string;
  /** Of `error-….json`. */
  readonly errors: Readonly<Record<string, { status: number; failure: UpstreamFailure }>>;
}

export interface Suite extends ProviderContractOptions {
  readonly files: ProviderFixtures;
  readonly upstream: UpstreamTarget;
}

/** The contract of every provider protocol. */
export function describeProviderContract(options: ProviderContractOptions): void {
  const upstream = makeUpstreamTarget({ apiKey: options.apiKey });
  const suite: Suite = { ...options, files: openFixtures(options.fixtures), upstream };
  describe(`the ${options.adapter.protocol} protocol`, () => {
    describe('sends', () => describeSending(suite));
    describe('reads an answer', () => describeAnswers(suite));
    describe('reads a stream', () => describeStreams(suite));
    describe('reads usage and finish reasons', () => describeReadings(suite));
    describe('reads a failure', () => describeFailures(suite));
  });
}

function describeSending({ adapter, apiKey, native, sent, upstream }: Suite): void {
  const translate = (isStreaming: boolean): Translation =>
    adapter.translate({ request: makeNeutralRequest(), isStreaming, target: upstream });

  it.each([
    ['plain', false],
    ['streaming', true],
  ] as const)('a %s request to its address with its body', (kind, isStreaming) => {
    const { request } = translate(isStreaming);
    expect(request.url).toBe(sent[kind].url);
    expect(JSON.parse(request.body)).toEqual(sent[kind].body);
  });

  it('the key in its own header and nowhere else', () => {
    const { request } = translate(false);
    const { [sent.keyHeader]: key, ...others } = request.headers;
    expect(key).toBe((sent.keyPrefix ?? '') + apiKey);
    expect(JSON.stringify([others, request.url, request.body])).not.toContain(apiKey);
  });

  it("the operator's headers, JSON, and asks for no compression", () => {
    expect(translate(true).request.headers).toMatchObject({
      ...upstream.headers,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
  });

  if (native === undefined) {
    it('nothing as bytes: it has no native dialect', () => {
      expect(adapter.nativeDialect).toBeNull();
    });
    return;
  }
  describeForwarding({ adapter, native, upstream });
}

function describeForwarding({
  adapter,
  native,
  upstream,
}: Pick<Suite, 'adapter' | 'upstream'> & {
  native: NonNullable<ProviderContractOptions['native']>;
}): void {
  const passed = native.clientHeaders ?? [];
  const foreign = { authorization: 'Bearer client', cookie: 'a=b', 'x-forwarded-for': '10.0.0.1' };
  const forward = (): ReturnType<ProviderAdapter['forwardRequest']> =>
    adapter.forwardRequest({
      bodyText: native.bodyText,
      body: JSON.parse(native.bodyText) as Record<string, unknown>,
      isStreaming: false,
      target: upstream,
      clientHeaders: { ...foreign, ...Object.fromEntries(passed.map((name) => [name, 'client'])) },
    });

  it('a native body byte for byte but for what must change', () => {
    expect(forward().body).toBe(native.sentText);
  });

  it('no header of the client but those that the protocol gives a meaning', () => {
    const { headers } = forward();
    expect(Object.values(headers).join('\n')).not.toMatch(/Bearer client|a=b|10\.0\.0\.1/);
    const fromClient = Object.keys(headers).filter((name) => headers[name] === 'client');
    expect(fromClient.sort()).toEqual([...passed].sort());
  });
}

function translateFor({ adapter, meanings, upstream }: Suite, name: string): Translation {
  const { request, target } = meanings[name] ?? {};
  return adapter.translate({
    request: makeNeutralRequest(request),
    isStreaming: true,
    target: { ...upstream, ...target },
  });
}

function describeAnswers(suite: Suite): void {
  it('of every kind that was recorded', () => {
    const known = Object.keys(suite.meanings);
    expect(known.filter((name) => suite.meanings[name]?.answer).sort()).toEqual(
      [...suite.files.bodies].sort(),
    );
  });

  it.each(suite.files.bodies)('%s', (name) => {
    const answer = translateFor(suite, name).readResponse(suite.files.readBody(name));
    expect(answer).toEqual(suite.meanings[name]?.answer);
    for (const part of answer.parts) {
      if (part.type === 'tool-call')
        expect(() => JSON.parse(part.arguments) as unknown).not.toThrow();
    }
  });

  it.each(suite.files.bodies)('%s the same where its bytes pass', (name) => {
    const body = suite.files.readBody(name);
    const { usage } = translateFor(suite, name).readResponse(body);
    expect(suite.adapter.readAnswer(body)).toMatchObject({ hasContent: true, usage });
  });
}

function describeStreams(suite: Suite): void {
  const { files, meanings } = suite;
  const read = (name: string, pieces: readonly Uint8Array[]): readonly StreamPart[] =>
    readPieces(translateFor(suite, name).createStreamReader(), pieces, suite.adapter);
  const frame = suite.frame ?? frameChunks;

  it('of every kind that was recorded', () => {
    const known = Object.keys(meanings);
    expect(known.filter((name) => meanings[name]?.parts).sort()).toEqual([...files.streams].sort());
  });

  it.each(files.streams)('%s', (name) => {
    expect(read(name, [frame(files.readChunks(name))])).toEqual(meanings[name]?.parts);
  });

  it.each(files.streams)('%s the same wherever its bytes are split', (name) => {
    const bytes = frame(files.readChunks(name));
    for (let offset = 1; offset < bytes.length; offset++) {
      const parts = read(name, [bytes.subarray(0, offset), bytes.subarray(offset)]);
      expect(parts).toEqual(meanings[name]?.parts);
    }
  });

  it.each(files.streams)('%s, cut anywhere, without an end or usage that never came', (name) => {
    const chunks = files.readChunks(name);
    for (let count = 0; count < chunks.length; count++) {
      const came = chunks.slice(0, count);
      const types = read(name, [frame(came)]).map((part) => part.type);
      const hasCome = (mark: RegExp): boolean => came.some((data) => mark.test(data));
      if (!hasCome(suite.finishMark)) expect(types).not.toContain('finish');
      if (!hasCome(suite.usageMark)) expect(types).not.toContain('usage');
    }
  });

  const whole = files.streams.filter((name) => !name.startsWith('error-'));
  it.each(whole)('%s with its end and its usage exactly once', (name) => {
    const types = read(name, [frame(files.readChunks(name))]).map((part) => part.type);
    expect(types.filter((type) => type === 'finish')).toHaveLength(1);
    expect(types.filter((type) => type === 'usage')).toHaveLength(1);
  });

  it.each(['{"type":', 'garbage', '[1]', '"text"', 'null'])('but never the event %s', (data) => {
    const reader = translateFor(suite, '').createStreamReader();
    expect(() => reader.push({ name: undefined, data })).toThrow(BadUpstreamEventError);
  });
}

function describeReadings({ adapter, makeUsage, stopReasons }: Suite): void {
  it.each([-1, 1.5, 100_000_001, '5', {}])('a count of %p as unusable', (count) => {
    expect(adapter.mapUsage(makeUsage(count))).toEqual({ kind: 'unusable' });
  });

  it.each([0, 1, 100_000_000])('a count of %p as one that can be charged', (count) => {
    expect(adapter.mapUsage(makeUsage(count)).kind).not.toBe('unusable');
  });

  it.each([undefined, null])('%p as no usage', (value) => {
    expect(adapter.mapUsage(value)).toEqual({ kind: 'missing' });
  });

  it.each(Object.entries(stopReasons))('the end %s as %s', (word, finishReason) => {
    expect(adapter.mapStopReason(word)).toBe(finishReason);
  });

  it('an end that it does not know as stop, and none as none', () => {
    expect(adapter.mapStopReason('a_word_of_tomorrow')).toBe('stop');
    expect(adapter.mapStopReason(null)).toBeUndefined();
    expect(adapter.mapStopReason(undefined)).toBeUndefined();
  });
}
