import type { ReportedExtras } from '@tollgate/model-spec';
import { aModel, aSnapshot } from '../../../apps/relay/test/support/build-calls';
import type { Chance } from './chance';

/** The longest answers of the model, which a call without a limit may ask for. */
export const modelTokensMax = 12_000;

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

/** Also what a provider should not say: more uses than allowed, a tier that nobody asked for. */
export function reportExtras(chance: Chance): ReportedExtras {
  const serviceTier = chance.pick([undefined, 'default', 'priority', 'flex'] as const);
  return { serviceTier, toolUses: new Map([['web_search', chance.between(0, 15)]]) };
}
