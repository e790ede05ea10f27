import { AppError } from '@tollgate/errors';
import type { UpstreamRequest } from '@tollgate/model-spec';
import {
  aHeldCall,
  aModel,
  anAnswer,
  aRoute,
  aSnapshot,
  type CallChanges,
} from '../../../test/support/build-calls';
import {
  cancelAnswer,
  ExhaustedError,
  failAnswer,
  refuseAnswer,
  type AnswerFailedError,
} from './answer-failed-error';
import { attemptCandidates, AttemptsFailedError } from './attempt-candidates';
import type { AttemptTools } from './attempt-one';
import { UpstreamError, type UpstreamAnswer } from './open-upstream';
import type { HeldCall } from '../admit/held-call';
import type { OpenedCall } from './opened-call';

type Reply = UpstreamAnswer | UpstreamError | Error;

type Script = AttemptTools & { readonly urls: string[]; readonly said: string[] };

/** An upstream that gives the replies in turn and remembers whom it was asked for. */
function scripted(replies: readonly Reply[], { mayRetry = false } = {}): Script {
  const urls: string[] = [];
  const said: string[] = [];
  const open = async (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    const reply = replies[urls.length];
    urls.push(new URL(request.url).host);
    if (reply === undefined) throw new Error('asked too often');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return {
    upstream: { open },
    routes: {
      claimProbe: () => true,
      releaseProbe: (id) => void said.push(`release ${id}`),
      noteAttempt: (id, isRetry) => void said.push(`${isRetry ? 'retry' : 'ask'} ${id}`),
      mayRetry: () => mayRetry,
      noteSuccess: ({ routeId }) => void said.push(`good ${routeId}`),
      noteFailure: ({ routeId }, fault) => void said.push(`${fault} ${routeId}`),
      noteRetryAfter: (id, seconds) => void said.push(`rest ${id} ${seconds}`),
    },
    random: () => 0.5,
    delay: async (delayMs) => void said.push(`wait ${delayMs}`),
    urls,
    said,
  };
}

/** The answer of a call is who gave it. */
const readRoute = async ({ candidate }: OpenedCall): Promise<string> => candidate.route.id;

function heldCallWith(count: number, changes: CallChanges = {}): HeldCall {
  const routes = Array.from({ length: count }, (_, index) =>
    aRoute({ id: `r${index}`, provider: `p${index}`, baseUrl: `http://p${index}/v1` }),
  );
  return aHeldCall(changes, aSnapshot([aModel()], { 'acme/small': routes }));
}

async function failWith(...replies: Reply[]): Promise<AttemptsFailedError> {
  const error: unknown = await attemptCandidates(
    heldCallWith(replies.length),
    scripted(replies),
    readRoute,
  ).catch((caught: unknown) => caught);
  if (!(error instanceof AttemptsFailedError)) throw error;
  return error;
}

const shownFor = async (...replies: Reply[]): Promise<AppError> =>
  (await failWith(...replies)).shown;

const unreachable = (): UpstreamError => new UpstreamError('unreachable', { cause: 'refused' });
const timeout = (): UpstreamError => new UpstreamError('timeout', { cause: 'slow' });
const limited = (seconds?: number): UpstreamAnswer => ({
  ...anAnswer(429, '{}'),
  headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
});
const overflow = (): UpstreamAnswer =>
  anAnswer(400, '{"error":{"code":"context_length_exceeded","message":"too long"}}');

describe('trying the candidates of a call', () => {
  it('stops at the first that answers and remembers the ones before', async () => {
    const script = scripted([unreachable(), anAnswer(500, ''), anAnswer(200, '{}')]);
    const { answer, opened } = await attemptCandidates(heldCallWith(4), script, readRoute);
    expect(script.urls).toEqual(['p0', 'p1', 'p2']);
    expect(answer).toBe('r2');
    expect(opened.candidate.route.id).toBe('r2');
    expect(opened.attempts.map(({ durationMs: _ms, ...attempt }) => attempt)).toEqual([
      { provider: 'p0', routeId: 'r0', status: 0, error: 'upstream_unreachable' },
      { provider: 'p1', routeId: 'r1', status: 500, error: 'upstream_unavailable' },
      { provider: 'p2', routeId: 'r2', status: 200, error: '' },
    ]);
  });

  it.each([
    ['a request the provider calls wrong', () => anAnswer(400, '{"error":{"message":"no"}}')],
    [
      'a prompt the provider refuses',
      () => anAnswer(400, '{"error":{"code":"content_policy_violation","message":"no"}}'),
    ],
  ])('tries no other candidate after %s', async (_what, reply) => {
    const script = scripted([reply(), anAnswer(200, '{}')]);
    const answer = attemptCandidates(heldCallWith(2), script, readRoute);
    await expect(answer).rejects.toThrow(AttemptsFailedError);
    expect(script.said).toEqual(['ask r0']);
  });

  it('asks the next candidate for all choices when one of them is refused', async () => {
    const routes = ['r0', 'r1'].map((id) =>
      aRoute({ id, protocol: 'gemini', baseUrl: `http://${id}/v1` }),
    );
    const call = aHeldCall({ body: { n: 2 } }, aSnapshot([aModel()], { 'acme/small': routes }));
    const given = [anAnswer(200, '{}'), anAnswer(200, '{}')];
    const script = scripted([anAnswer(200, '{}'), anAnswer(503, ''), ...given]);
    const { answer, opened } = await attemptCandidates(call, script, readRoute);
    expect(script.urls).toEqual(['r0', 'r0', 'r1', 'r1']);
    expect(answer).toBe('r1');
    expect([opened.answer, ...(opened.otherAnswers ?? [])]).toEqual(given);
    expect(opened.attempts.map(({ status }) => status)).toEqual([503, 200]);
  });

  it('ends as cancelled when the client has left, without another attempt', async () => {
    const script = scripted([new UpstreamError('cancelled', { cause: 'left' })]);
    const answer = attemptCandidates(heldCallWith(2), script, readRoute);
    await expect(answer).rejects.toMatchObject({ isCancelled: true });
    expect(script.said).toEqual(['ask r0']);
  });

  it('raises internal errors', async () => {
    const answer = attemptCandidates(
      heldCallWith(2),
      scripted([new TypeError('a bug')]),
      readRoute,
    );
    await expect(answer).rejects.toThrow(TypeError);
  });

  it.each<[string, () => Reply, string[]]>([
    ['a refused connection', unreachable, ['unreachable r0']],
    ['a timeout', timeout, ['unreachable r0']],
    ['a 408', () => anAnswer(408, ''), ['failed r0']],
    ['a 429', () => limited(), []],
    ['a 429 with a time to wait', () => limited(7), ['rest r0 7']],
    ['a 500', () => anAnswer(500, ''), ['failed r0']],
    ['a 502', () => anAnswer(502, ''), ['failed r0']],
    [
      'a 503 with a time to wait',
      () => ({ ...anAnswer(503, ''), headers: { 'retry-after': '9' } }),
      ['rest r0 9', 'failed r0'],
    ],
    ['a 529', () => anAnswer(529, ''), ['failed r0']],
    ['a 401', () => anAnswer(401, ''), []],
    ['a 402', () => anAnswer(402, ''), []],
    ['a 403', () => anAnswer(403, ''), []],
    ['a 404', () => anAnswer(404, ''), []],
    ['a prompt too long for it', overflow, []],
  ])('moves on after %s', async (_what, reply, said) => {
    const script = scripted([reply(), anAnswer(200, '{}')]);
    const { answer } = await attemptCandidates(heldCallWith(2), script, readRoute);
    expect(answer).toBe('r1');
    expect(script.said).toEqual(['ask r0', ...said, 'ask r1', 'good r1']);
  });

  it('sends a prompt that was too long only to candidates that may have more room', async () => {
    const rooms = [1_000, 500, 1_000, 2_000, undefined];
    const routes = rooms.map((contextLength, index) =>
      aRoute({ id: `r${index}`, baseUrl: `http://p${index}/v1`, contextLength }),
    );
    const call = aHeldCall({}, aSnapshot([aModel()], { 'acme/small': routes }));
    const script = scripted([overflow(), overflow(), anAnswer(200, '{}')]);
    const { answer } = await attemptCandidates(call, script, readRoute);
    expect(script.urls).toEqual(['p0', 'p3', 'p4']);
    expect(answer).toBe('r4');
  });
});

describe('trying the same candidate again', () => {
  it.each<[string, () => Reply, boolean]>([
    ['a refused connection', unreachable, true],
    ['a 502', () => anAnswer(502, ''), true],
    ['a 503', () => anAnswer(503, ''), true],
    ['a 504', () => anAnswer(504, ''), true],
    ['a 500', () => anAnswer(500, ''), false],
    ['a timeout', timeout, false],
    ['a 429', () => limited(), false],
    ['a 401', () => anAnswer(401, ''), false],
    [
      'a 503 that asks to wait',
      () => ({ ...anAnswer(503, ''), headers: { 'retry-after': '9' } }),
      false,
    ],
  ])('after %s: %s', async (_what, reply, isRetried) => {
    const script = scripted([reply(), anAnswer(200, '{}')], { mayRetry: true });
    const { answer, opened } = await attemptCandidates(heldCallWith(2), script, readRoute);
    expect(answer).toBe(isRetried ? 'r0' : 'r1');
    expect(opened.attempts).toHaveLength(2);
    expect(script.said.includes('wait 300')).toBe(isRetried);
    expect(script.said.includes('retry r0')).toBe(isRetried);
  });

  it('happens once, and then the next one is asked', async () => {
    const script = scripted([unreachable(), unreachable(), anAnswer(200, '{}')], {
      mayRetry: true,
    });
    const { answer } = await attemptCandidates(heldCallWith(2), script, readRoute);
    expect(answer).toBe('r1');
    expect(script.urls).toEqual(['p0', 'p0', 'p1']);
  });

  it('retries no candidate at the expense of another one', async () => {
    const bad = Array.from({ length: 5 }, () => unreachable());
    const tools = scripted([...bad, anAnswer(200, '{}')], { mayRetry: true });
    const { answer } = await attemptCandidates(heldCallWith(5), tools, readRoute);
    expect(tools.urls).toEqual(['p0', 'p0', 'p1', 'p2', 'p3', 'p4']);
    expect(answer).toBe('r4');
  });

  it('never makes more than six attempts', async () => {
    const script = scripted(Array.from({ length: 9 }, unreachable), { mayRetry: true });
    const answer = attemptCandidates(heldCallWith(5), script, readRoute);
    await expect(answer).rejects.toMatchObject({ shown: { reason: 'upstream_unreachable' } });
    expect(script.urls).toEqual(['p0', 'p0', 'p1', 'p2', 'p3', 'p4']);
  });

  it('starts no attempt after a minute', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    try {
      const script = scripted([timeout(), anAnswer(200, '{}')]);
      const slow = {
        ...script,
        upstream: {
          open: async (...given: Parameters<Script['upstream']['open']>) => {
            clock.mockReturnValue(60_001);
            return script.upstream.open(...given);
          },
        },
      };
      const answer = attemptCandidates(heldCallWith(2), slow, readRoute);
      await expect(answer).rejects.toMatchObject({ shown: { reason: 'timeout' } });
      expect(script.urls).toEqual(['p0']);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('candidates that are admitted only when the first have failed', () => {
  /** The first admission has the first candidate, the second the other; counts the admissions. */
  function splitCall(): { first: HeldCall; second: HeldCall } {
    const call = heldCallWith(2);
    const [one, two] = call.candidates;
    if (two === undefined) throw new Error('two ways');
    const second = { ...call, candidates: [two] as const, isResumed: true as const };
    return { first: { ...call, candidates: [one] }, second };
  }

  it('are tried then, with the earlier attempts in the record', async () => {
    const { first, second } = splitCall();
    const script = scripted([anAnswer(500, ''), anAnswer(200, '{}')]);
    const { answer, opened } = await attemptCandidates(first, script, readRoute, () =>
      Promise.resolve(second),
    );
    expect(answer).toBe('r1');
    expect(opened.isResumed).toBe(true);
    expect(opened.attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  it('keep their attempt when earlier ones are retried', async () => {
    const call = heldCallWith(4);
    const [last] = call.candidates.slice(3);
    if (last === undefined) throw new Error('four ways');
    const [first, ...others] = call.candidates.slice(0, 3);
    if (first === undefined) throw new Error('four ways');
    const beyond = { ...call, candidates: [last] as const };
    const script = scripted([...Array<Reply>(5).fill(unreachable()), anAnswer(200, '{}')], {
      mayRetry: true,
    });
    const own = { ...call, candidates: [first, ...others] as const, beyond };
    const { answer } = await attemptCandidates(own, script, readRoute, () =>
      Promise.resolve({ ...beyond, isResumed: true as const }),
    );
    expect(answer).toBe('r3');
    const asked = script.said.filter((word) => /^(ask|retry) /.test(word));
    expect(asked).toEqual(['ask r0', 'retry r0', 'ask r1', 'retry r1', 'ask r2', 'ask r3']);
  });

  it('are not admitted while one is left, nor after a final failure', async () => {
    const { first, second } = splitCall();
    let asked = 0;
    const admitNext = (): Promise<HeldCall> => {
      asked += 1;
      return Promise.resolve(second);
    };
    await attemptCandidates(first, scripted([anAnswer(200, '{}')]), readRoute, admitNext);
    const wrong = scripted([anAnswer(400, '{"error":{"message":"no"}}')]);
    const refused = attemptCandidates(first, wrong, readRoute, admitNext);
    await expect(refused).rejects.toThrow(AttemptsFailedError);
    expect(asked).toBe(0);
  });

  it('are not admitted when all attempts are used up', async () => {
    const call = heldCallWith(6);
    let asked = 0;
    const failed = attemptCandidates(
      call,
      scripted(Array(6).fill(unreachable())),
      readRoute,
      () => {
        asked += 1;
        return Promise.resolve(call);
      },
    );
    await expect(failed).rejects.toThrow(AttemptsFailedError);
    expect(asked).toBe(0);
  });
});

describe('an answer that breaks off', () => {
  const broken = (): AnswerFailedError => failAnswer(new AppError('upstream_unavailable'));
  const readAfter =
    (...errors: AnswerFailedError[]): typeof readRoute =>
    async (opened) => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return readRoute(opened);
    };
  const twice = (): Script => scripted([anAnswer(200, ''), anAnswer(200, '')], { mayRetry: true });

  it('before the client received anything leads to the next candidate, and is recorded', async () => {
    const script = twice();
    const { answer, opened } = await attemptCandidates(
      heldCallWith(2),
      script,
      readAfter(broken()),
    );
    expect(answer).toBe('r1');
    expect(opened.attempts).toMatchObject([
      { routeId: 'r0', status: 200, error: 'upstream_unavailable' },
      { routeId: 'r1', status: 200, error: '' },
    ]);
    expect(script.said).toEqual(['ask r0', 'failed r0', 'ask r1', 'good r1']);
  });

  it.each<[string, AnswerFailedError, object, string[]]>([
    ['after its content', broken().asFinal(), { isCancelled: false }, ['failed r0']],
    ['because the client left', cancelAnswer(), { isCancelled: true }, []],
    [
      'because the credit is used up',
      new ExhaustedError(new AppError('insufficient_credits')),
      { isExhausted: true },
      [],
    ],
    [
      'because the prompt was refused',
      refuseAnswer(new AppError('content_moderation')),
      { shown: { reason: 'content_moderation' } },
      [],
    ],
  ])('%s is final', async (_what, error, expected, said) => {
    const script = twice();
    const answer = attemptCandidates(heldCallWith(2), script, readAfter(error));
    await expect(answer).rejects.toMatchObject(expected);
    expect(script.said).toEqual(['ask r0', ...said]);
  });

  it('by silence counts against the route like no answer at all', async () => {
    const script = twice();
    const silent = failAnswer(new AppError('timeout'));
    await attemptCandidates(heldCallWith(2), script, readAfter(silent));
    expect(script.said).toContain('unreachable r0');
  });
});

describe('one answer for many failures', () => {
  it('names the reason that all of them share', async () => {
    expect((await shownFor(unreachable(), unreachable())).reason).toBe('upstream_unreachable');
    expect((await shownFor(timeout())).reason).toBe('timeout');
    expect((await shownFor(anAnswer(401, ''), anAnswer(403, ''))).reason).toBe(
      'upstream_auth_failed',
    );
  });

  it('is upstream_unavailable when they differ', async () => {
    const error = await shownFor(unreachable(), timeout());
    expect(error).toMatchObject({ reason: 'upstream_unavailable', status: 502 });
  });

  it('never hides that the prompt was too long', async () => {
    expect((await shownFor(overflow(), unreachable())).reason).toBe('context_too_long');
    expect((await shownFor(unreachable(), overflow())).reason).toBe('context_too_long');
  });

  it('asks to wait for the provider that is available first', async () => {
    const error = await shownFor(limited(30), limited(7), limited());
    expect(error).toMatchObject({ reason: 'upstream_rate_limited', retryAfterSeconds: 7 });
    expect((await shownFor(limited())).retryAfterSeconds).toBeUndefined();
  });

  it('never shows the credentials of the gateway', async () => {
    const leak = anAnswer(401, '{"error":{"message":"Incorrect API key provided: sk-secret"}}');
    const { attempts, shown } = await failWith(leak);
    expect(JSON.stringify({ attempts, message: shown.message })).not.toContain('sk-secret');
  });
});
