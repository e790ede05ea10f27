import { scanTexts } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import type { UpstreamRequest } from '@tollgate/model-spec';
import { KeyRing } from '@tollgate/secret-box';
import {
  aHeldCall,
  aModel,
  anAnswer,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  noKnowledge,
} from '../../test/support/build-calls';
import { placeHold } from '../call/admit/place-hold';
import { prepareCall } from '../call/admit/prepare-call';
import { attemptCandidates } from '../call/attempt/attempt-candidates';
import type { AttemptTools } from '../call/attempt/attempt-one';
import { UpstreamError, type UpstreamAnswer } from '../call/attempt/open-upstream';
import type { ReviewTools } from '../call/review/review-call';
import { chooseRoute, type Routing } from '../call/route/choose-route';
import { routeCall } from '../call/route/route-call';
import type { RoutedCall } from '../call/route/routed-call';
import { RouteHealth } from './route-health';

const probeMs = 30_000;
const routeIds = ['isolated', 'healthy'];

/** Two provider routes of one model; the breaker of the first is open, and a probe is due. */
function isolateFirst(): { readonly health: RouteHealth; readonly routing: Routing } {
  let nowMs = 1_000_000;
  const health = new RouteHealth({
    probeMs,
    getNowMs: () => nowMs,
    onUpdate: () => undefined,
    metrics: {
      countAttempt: () => undefined,
      countFault: () => undefined,
      setIsolated: () => undefined,
    },
  });
  for (let failures = 0; failures < 5; failures += 1)
    health.noteFailure({ routeId: 'isolated', walletId: 'w', startedAtMs: nowMs }, 'unreachable');
  nowMs += probeMs;
  const routes = routeIds.map((id) => aRoute({ id, provider: id, baseUrl: `http://${id}/v1` }));
  const knowledge = {
    ...noKnowledge,
    isHealthy: (routeId: string) => health.isHealthy(routeId),
    isProbeDue: (routeId: string) => health.isProbeDue(routeId),
  };
  const snapshot = aSnapshot([aModel()], { 'acme/small': routes });
  return { health, routing: aRouting(snapshot, { knowledge }) };
}

const listRoutes = ({ candidates }: RoutedCall): string[] =>
  candidates.map(({ route }) => route.id);

/** Attempts a routed call; `open` is the upstream, by the host that is asked. */
async function attempt(
  routed: RoutedCall,
  health: RouteHealth,
  open: (host: string) => Promise<UpstreamAnswer>,
): Promise<{ readonly answeredBy: string; readonly isFirstCandidate: boolean }> {
  const tools: AttemptTools = {
    upstream: { open: (request: UpstreamRequest) => open(new URL(request.url).host) },
    routes: health,
    random: () => 0,
    delay: async () => undefined,
  };
  const held = { ...aHeldCall(), ...prepareCall(routed) };
  const read = async (): Promise<undefined> => undefined;
  const { opened } = await attemptCandidates(held, tools, read);
  const { candidate, candidates } = opened;
  return { answeredBy: candidate.route.id, isFirstCandidate: candidate === candidates[0] };
}

const answerAll = async (): Promise<UpstreamAnswer> => anAnswer(200, '{}');

describe('the probe of an isolated route', () => {
  it('puts the route first, and closes its breaker when it answers', async () => {
    const { health, routing } = isolateFirst();
    const routed = chooseRoute(aParsedCall(), routing);
    expect(listRoutes(routed)).toEqual(['isolated', 'healthy']);
    expect(await attempt(routed, health, answerAll)).toMatchObject({ answeredBy: 'isolated' });
    expect(health.isHealthy('isolated')).toBe(true);
  });

  it('is left to the next call when a call is refused for lack of credit', async () => {
    const { health, routing } = isolateFirst();
    const refusal = { kind: 'no-funds', availableNanos: 0n, creditNanos: 0n } as const;
    const place = async () =>
      ({ kind: 'refused', refusal: { ...refusal, requiredNanos: 1n } }) as const;
    const refused = placeHold(prepareCall(chooseRoute(aParsedCall(), routing)), { place });
    await expect(refused).rejects.toMatchObject({ reason: 'insufficient_credits' });
    const next = chooseRoute(aParsedCall(), routing);
    expect(await attempt(next, health, answerAll)).toMatchObject({ answeredBy: 'isolated' });
  });

  it('is left to the next call when a review refuses a call', async () => {
    const { health, routing } = isolateFirst();
    const reviewing: ReviewTools = {
      scan: scanTexts,
      platformRules: { isEmpty: false, review: () => ['violence'] },
      moderate: undefined,
      evidenceKeys: new KeyRing('44'.repeat(32)),
      sendNote: () => undefined,
    };
    const settler = { recordBlocked: () => undefined };
    const refused = routeCall(aParsedCall(), routing, { reviewing, settler });
    await expect(refused).rejects.toMatchObject({ reason: 'content_filter' });
    const next = chooseRoute(aParsedCall(), routing);
    expect(await attempt(next, health, answerAll)).toMatchObject({ answeredBy: 'isolated' });
  });

  it('is claimed by one of two concurrent attempts; the other goes on to the next candidate', async () => {
    const { health, routing } = isolateFirst();
    const [first, second] = [
      chooseRoute(aParsedCall(), routing),
      chooseRoute(aParsedCall(), routing),
    ];
    const slow = Promise.withResolvers<UpstreamAnswer>();
    const probing = attempt(first, health, () => slow.promise);
    expect(await attempt(second, health, answerAll)).toEqual({
      answeredBy: 'healthy',
      isFirstCandidate: true,
    });
    slow.resolve(anAnswer(200, '{}'));
    expect(await probing).toMatchObject({ answeredBy: 'isolated' });
  });

  it('leaves the route as the last resort of a call that could not claim it', async () => {
    const { health, routing } = isolateFirst();
    const routed = chooseRoute(aParsedCall(), routing);
    expect(health.claimProbe('isolated')).toBe(true);
    const asked: string[] = [];
    const answered = await attempt(routed, health, async (host) => {
      asked.push(host);
      if (host === 'healthy') throw new UpstreamError('timeout', { cause: 'slow' });
      return anAnswer(200, '{}');
    });
    expect(asked).toEqual(['healthy', 'isolated']);
    expect(answered).toMatchObject({ answeredBy: 'isolated' });
  });

  it('is due again at once when the client left before the route answered', async () => {
    const { health, routing } = isolateFirst();
    const cancelled = attempt(chooseRoute(aParsedCall(), routing), health, async () => {
      throw new UpstreamError('cancelled', { cause: 'client' });
    });
    await expect(cancelled).rejects.toMatchObject({ isCancelled: true });
    expect(health.isProbeDue('isolated')).toBe(true);
  });

  it('is used up when the route fails', async () => {
    const { health, routing } = isolateFirst();
    const routed = chooseRoute(aParsedCall(), routing);
    const answered = await attempt(routed, health, async (host) => {
      if (host === 'isolated')
        throw new UpstreamError('unreachable', { cause: new AppError('timeout') });
      return anAnswer(200, '{}');
    });
    expect(answered).toMatchObject({ answeredBy: 'healthy' });
    expect(health.isProbeDue('isolated')).toBe(false);
  });
});
