import type { ReportedExtras } from '@tollgate/model-spec';
import type { OpenedCall } from '../../../apps/relay/src/call/attempt/opened-call';
import { capAtHold, valueEnding } from '../../../apps/relay/src/call/settle/value-ending';
import type { StreamedOutput } from '../../../apps/relay/src/call/answer/complete-answer';
import { aModel, aSnapshot } from '../../../apps/relay/test/support/build-calls';
import type { Chance } from './chance';

/** The longest answers of the model, which a call without a limit may ask for. */
export const modelTokensMax = 12_000;

export const trafficMs = 20_000;
/** Half of the calls come within a second after one of these moments, so that they share leases. */
const burstsAtMs = [3_000, 9_000, 15_000] as const;
const burstMs = 1_000;

/** When a call is made. */
export function chooseMoment(chance: Chance): number {
  if (chance.is(0.5)) return chance.between(0, trafficMs);
  return chance.pick(burstsAtMs) + chance.between(0, burstMs);
}

/** With prices for what its provider bills beside tokens. */
const model = aModel({
  maxCompletionTokens: modelTokensMax,
  prices: {
    prompt: '1',
    completion: '2',
    tools: { web_search: '0.00005' },
    serviceTiers: { priority: '2', flex: '0.5' },
  },
});
export const snapshot = aSnapshot([{ ...model, family: 'openai' }]);

/** What calls ask for beside tokens at the list price. */
export const extraBodies = [
  {},
  { service_tier: 'default' },
  { service_tier: 'priority' },
  { service_tier: 'flex', web_search_options: {} },
  { web_search_options: {} },
] as const;

/** Also wrong answers of a provider: more uses than allowed, a tier that was not requested. */
export function reportExtras(chance: Chance): ReportedExtras {
  const serviceTier = chance.pick([undefined, 'default', 'priority', 'flex'] as const);
  return { serviceTier, toolUses: new Map([['web_search', chance.between(0, 15)]]) };
}

export const anAttempt = {
  provider: 'acme',
  routeId: 'route-1',
  status: 200,
  durationMs: 1,
  error: '',
};

/** The output of an answer: as long as the provider likes, within the limit that it was sent. */
export function chooseLength(
  chance: Chance,
  sentBody: string,
  limitedTokens: number,
): { readonly tokens: number; readonly isCutShort: boolean } {
  const sent = JSON.parse(sentBody) as {
    readonly max_completion_tokens?: number;
    readonly max_tokens?: number;
  };
  const limit = sent.max_completion_tokens ?? sent.max_tokens ?? modelTokensMax;
  const wanted = chance.between(1, limit > limitedTokens ? modelTokensMax : limit);
  return { tokens: Math.min(wanted, limit), isCutShort: wanted > limit };
}

/** The facts of a failure before any provider was called. */
export const noFault = { isCancelled: false, isExhausted: false, attempts: [] } as const;

/** What a cancelled stream may be charged at most. */
export function valueCancel(call: OpenedCall, output: StreamedOutput): bigint {
  return capAtHold(valueEnding(call.candidate, { hasBeenSent: true, output }), call).valueNanos;
}
