import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UpstreamFailure } from '@tollgate/model-spec';
import type {
  SubmitInput,
  SubmitReading,
  VideoHttpAnswer,
  VideoProtocol,
  VideoVerdict,
} from '../src/video-protocol';
import { makeSubmitInput, type SubmitChanges } from './make-submit-input';

export interface VideoContractOptions {
  readonly protocol: VideoProtocol;
  /** The `__fixtures__` folder: `submit.json`, `poll-….json`, `error-….json`. */
  readonly fixtures: string;
  /** A key as this provider makes them. */
  readonly apiKey: string;
  /** The id that the fixtures are about. */
  readonly jobId: string;
  /** The header of the key and its prefix; `authorization` and `Bearer ` by default. */
  readonly keyHeader?: readonly [string, string];
  /** The whole name of a job, where the id alone is not enough. */
  readonly nameJob?: (id: string) => string;
  /** What this protocol has no word for. */
  readonly lacks?: readonly ('queued' | 'seconds' | 'status')[];
  readonly submitUrl: string;
  readonly pollUrl: string;
  /** The expected request body, by task. */
  readonly bodies: Readonly<Record<string, { changes?: SubmitChanges; body: unknown }>>;
  /** Of every `poll-….json`. */
  readonly verdicts: Readonly<Record<string, VideoVerdict>>;
  /** Of every `error-….json`. */
  readonly errors: Readonly<Record<string, { status: number; failure: UpstreamFailure }>>;
  /** An accepted job with this id. */
  readonly makeAccepted: (id: unknown) => unknown;
  /** A finished job that reports its seconds. */
  readonly makeCompleted: (seconds: unknown) => unknown;
  readonly makeFailed: (message: string) => unknown;
  readonly makeErrorBody: (message: string) => unknown;
}

interface Suite extends VideoContractOptions {
  readonly input: SubmitInput;
  readonly readText: (name: string) => string;
  readonly listNames: (start: string) => readonly string[];
  readonly submit: (status: number, text: string) => SubmitReading;
  readonly poll: (status: number, text: string) => VideoVerdict;
}

const garbage = ['', 'null', '[]', '"x"', '7', '{', '{}', '<html>Bad gateway</html>'];

/** What holds for the video protocol of every provider. */
export function describeVideoContract(options: VideoContractOptions): void {
  const { apiKey, fixtures, jobId, protocol } = options;
  const input = makeSubmitInput({ apiKey });
  const ending = '.json';
  const answer = (status: number, text: string): VideoHttpAnswer => ({ status, headers: {}, text });
  const suite: Suite = {
    ...options,
    input,
    readText: (name) => readFileSync(join(fixtures, name + ending), 'utf8'),
    listNames: (start) =>
      readdirSync(fixtures)
        .filter((file) => file.startsWith(start) && file.endsWith(ending))
        .map((file) => file.slice(0, -ending.length)),
    submit: (status, text) => protocol.readSubmit(answer(status, text)),
    poll: (status, text) => protocol.readPoll(answer(status, text), input.target, jobId),
  };
  describe(`the ${protocol.protocol} protocol`, () => {
    describe('sends', () => describeSending(suite));
    describe('takes the answer to a submit', () => describeSubmits(suite));
    describe('takes a refusal', () => describeRefusals(suite));
    describe('takes the answer to a poll', () => describePolls(suite));
    describe('takes the end of a job', () => describeEnds(suite));
  });
}

function describeSending({
  apiKey,
  bodies,
  input,
  jobId,
  keyHeader = ['authorization', 'Bearer '],
  pollUrl,
  protocol,
  submitUrl,
}: Suite): void {
  it.each(Object.entries(bodies))('a job: %s', (_name, { body, changes }) => {
    const request = protocol.buildSubmit(makeSubmitInput({ apiKey, changes }));
    expect(request).toMatchObject({ method: 'POST', url: submitUrl });
    expect(JSON.parse(String(request.body))).toEqual(body);
  });

  it('a question for a job', () => {
    const request = protocol.buildPoll(input.target, jobId);
    expect(request).toMatchObject({ method: 'GET', url: pollUrl });
    expect(request.body).toBeUndefined();
  });

  it('the key in its own header and nowhere else, beside those of the operator', () => {
    for (const request of [protocol.buildSubmit(input), protocol.buildPoll(input.target, jobId)]) {
      const [header, scheme] = keyHeader;
      const { [header]: key, ...others } = request.headers;
      expect(key).toBe(scheme + apiKey);
      expect(others).toMatchObject({ ...input.target.headers, 'accept-encoding': 'identity' });
      expect(JSON.stringify([others, request.url, request.body ?? ''])).not.toContain(apiKey);
    }
  });

  it('an id as one segment of a path, whatever its characters', () => {
    const { url } = protocol.buildPoll(input.target, 'a/../b?c#d');
    expect(url.endsWith('/a%2F..%2Fb%3Fc%23d')).toBe(true);
  });
}

function describeSubmits(suite: Suite): void {
  const { jobId, makeAccepted, nameJob = (id: string) => id, readText, submit } = suite;
  it('as accepted, with the id of the job', () => {
    expect(submit(200, readText('submit'))).toEqual({ kind: 'accepted', upstreamJobId: jobId });
    expect(submit(202, JSON.stringify(makeAccepted('job-7')))).toEqual({
      kind: 'accepted',
      upstreamJobId: nameJob('job-7'),
    });
  });

  it.each(garbage)('as unclear when it succeeded with %s', (text) => {
    expect(submit(200, text)).toEqual({ kind: 'unclear' });
  });

  it.each([undefined, null, '', 7, {}, '..', '../admin', 'a/b', 'a b', 'x'.repeat(201)])(
    'as unclear when the id is %p',
    (id) => {
      expect(submit(200, JSON.stringify(makeAccepted(id)))).toEqual({ kind: 'unclear' });
    },
  );

  it.each([408, 500, 502, 504, 520])('as unclear with status %i: it may have begun', (status) => {
    for (const text of ['{"error":{"message":"no"}}', 'upstream timed out', '']) {
      expect(submit(status, text)).toEqual({ kind: 'unclear' });
    }
  });

  it('as unclear when a proxy answers that the server is away', () => {
    expect(submit(503, '<html>Service unavailable</html>')).toEqual({ kind: 'unclear' });
  });
}

function describeRefusals(suite: Suite): void {
  const { apiKey, errors, listNames, makeErrorBody, readText, submit } = suite;
  const refuse = (status: number, message = 'no'): SubmitReading =>
    submit(status, JSON.stringify(makeErrorBody(message)));

  it('of every kind that was recorded', () => {
    expect(Object.keys(errors).sort()).toEqual([...listNames('error-')].sort());
  });

  it.each(Object.entries(errors))('%s', (name, { failure, status }) => {
    expect(submit(status, readText(name))).toEqual({ kind: 'refused', failure });
  });

  it.each([
    [302, 'not-found'],
    [400, 'bad-request'],
    [401, 'auth'],
    [402, 'auth'],
    [403, 'auth'],
    [404, 'not-found'],
    [422, 'bad-request'],
    [429, 'rate-limited'],
    [503, 'overloaded'],
  ])('with status %i as %s', (status, kind) => {
    expect(refuse(status)).toMatchObject({ kind: 'refused', failure: { kind } });
  });

  it('without the key, and not without end', () => {
    const reading = JSON.stringify([
      refuse(400, `Wrong key ${apiKey}.`),
      refuse(400, `${'x'.repeat(495)} ${apiKey}`),
      submit(400, `Wrong key ${apiKey}`),
    ]);
    expect(reading).not.toContain(apiKey.slice(0, 12));
    expect(reading.length).toBeLessThan(2_000);
  });
}

function describePolls(suite: Suite): void {
  const { jobId, lacks = [], listNames, poll, readText, verdicts } = suite;

  it('of every kind that was recorded', () => {
    expect(Object.keys(verdicts).sort()).toEqual([...listNames('poll-')].sort());
    const kinds = Object.values(verdicts).map(({ kind }) => kind);
    const states = ['queued', 'running', 'completed', 'failed'] as const;
    const told = states.filter((state) => state !== 'queued' || !lacks.includes(state));
    expect(kinds).toEqual(expect.arrayContaining([...told]));
  });

  it.each(Object.entries(verdicts))('%s', (name, verdict) => {
    expect(poll(200, readText(name))).toEqual(verdict);
  });

  it.each(garbage)('as no verdict when it is %s', (text) => {
    expect(poll(200, text)).toEqual({ kind: 'unknown' });
  });

  it.each([301, 400, 401, 403, 404, 408, 410, 429, 500, 502, 503, 504])(
    'as no verdict with status %i, whatever it says',
    (status) => {
      for (const name of listNames('poll-')) {
        expect(poll(status, readText(name))).toEqual({ kind: 'unknown' });
      }
    },
  );

  it('as no verdict when it is about another job, or in a word of tomorrow', () => {
    for (const name of listNames('poll-')) {
      const text = readText(name);
      expect(poll(200, text.replaceAll(jobId, 'job-8'))).toEqual({ kind: 'unknown' });
      if (lacks.includes('status')) continue;
      const word = /"((?:task_)?status)": "[^"]*"/;
      expect(poll(200, text.replace(word, '"$1": "paused"'))).toEqual({ kind: 'unknown' });
    }
  });
}

function describeEnds(suite: Suite): void {
  const { apiKey, lacks = [], makeCompleted, makeFailed, poll } = suite;

  it.each([-1, 0, 1e9, 'NaN', '-4', '1e3', null, {}, true])(
    'without seconds when it says that %p were made',
    (seconds) => {
      expect(poll(200, JSON.stringify(makeCompleted(seconds)))).toMatchObject({
        kind: 'completed',
        seconds: undefined,
      });
    },
  );

  it('with the seconds that were made, where it reports them', () => {
    const seconds = lacks.includes('seconds') ? undefined : 7.5;
    expect(poll(200, JSON.stringify(makeCompleted(7.5)))).toMatchObject({ seconds });
  });

  it('with the reason of a failure, without the key, and not without end', () => {
    const leaks = [`Key ${apiKey} failed`, `${'x'.repeat(495)} ${apiKey}`, apiKey.slice(0, 9)];
    for (const message of leaks) {
      const verdict = poll(200, JSON.stringify(makeFailed(message)));
      expect(verdict).toMatchObject({ kind: 'failed', code: 'upstream_failed' });
      expect(JSON.stringify(verdict)).not.toContain(apiKey.slice(0, 9));
      expect(JSON.stringify(verdict).length).toBeLessThan(800);
    }
    expect(poll(200, JSON.stringify(makeFailed('')))).toMatchObject({
      message: 'The provider gave no reason',
    });
  });
}
