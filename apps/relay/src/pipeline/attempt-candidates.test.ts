import type { AppError } from '@tollgate/errors';
import type { UpstreamRequest } from '@tollgate/model-spec';
import {
  aHeldCall,
  aModel,
  anAnswer,
  aRoute,
  aSnapshot,
  type CallChanges,
} from '../../test/support/build-calls';
import { attemptCandidates, AttemptsFailedError } from './attempt-candidates';
import { UpstreamError, type UpstreamAnswer, type UpstreamClient } from './open-upstream';
import type { HeldCall } from './stages';

type Reply = UpstreamAnswer | UpstreamError | Error;

/** An upstream that gives the replies in turn and remembers whom it was asked for. */
function scripted(replies: readonly Reply[]): { client: UpstreamClient; urls: string[] } {
  const urls: string[] = [];
  const open = async (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    const reply = replies[urls.length];
    urls.push(new URL(request.url).host);
    if (reply === undefined) throw new Error('asked too often');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { client: { open } as unknown as UpstreamClient, urls };
}

function heldCallWith(count: number, changes: CallChanges = {}): HeldCall {
  const routes = Array.from({ length: count }, (_, index) =>
    aRoute({ id: `r${index}`, provider: `p${index}`, baseUrl: `http://p${index}/v1` }),
  );
  return aHeldCall(changes, aSnapshot([aModel()], { 'acme/small': routes }));
}

async function failWith(...replies: Reply[]): Promise<AttemptsFailedError> {
  const { client } = scripted(replies);
  const error: unknown = await attemptCandidates(heldCallWith(replies.length), client).catch(
    (caught: unknown) => caught,
  );
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
    const { client, urls } = scripted([unreachable(), anAnswer(500, ''), anAnswer(200, '{}')]);
    const opened = await attemptCandidates(heldCallWith(4), client);
    expect(urls).toEqual(['p0', 'p1', 'p2']);
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
  ])('asks nobody else after %s', async (_what, reply) => {
    const { client, urls } = scripted([reply(), anAnswer(200, '{}')]);
    await expect(attemptCandidates(heldCallWith(2), client)).rejects.toThrow(AttemptsFailedError);
    expect(urls).toEqual(['p0']);
  });

  it('ends as cancelled when the client has gone, without another try', async () => {
    const { client, urls } = scripted([new UpstreamError('cancelled', { cause: 'left' })]);
    await expect(attemptCandidates(heldCallWith(2), client)).rejects.toMatchObject({
      isCancelled: true,
    });
    expect(urls).toEqual(['p0']);
  });

  it('does not swallow a fault of its own', async () => {
    const { client } = scripted([new TypeError('a bug')]);
    await expect(attemptCandidates(heldCallWith(2), client)).rejects.toThrow(TypeError);
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

  it('asks to wait as long as the provider that is free first', async () => {
    const error = await shownFor(limited(30), limited(7), limited());
    expect(error).toMatchObject({ reason: 'upstream_rate_limited', retryAfterSeconds: 7 });
    expect((await shownFor(limited())).retryAfterSeconds).toBeUndefined();
  });

  it('shows the credentials of the gateway to nobody', async () => {
    const leak = anAnswer(401, '{"error":{"message":"Incorrect API key provided: sk-secret"}}');
    const { attempts, shown } = await failWith(leak);
    expect(JSON.stringify({ attempts, message: shown.message })).not.toContain('sk-secret');
  });
});
