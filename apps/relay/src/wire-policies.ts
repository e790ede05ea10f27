import type { PolicyClient } from '@tollgate/clients';
import type { Part } from '@tollgate/lifecycle';
import { policyChannel, PolicyKeeper } from '@tollgate/policy';
import { ByokHealth } from './health/byok-health';
import { PlatformRules } from './call/review/moderation/platform-rules';
import type { FindPolicy } from './call/receive/receive-call';
import type { Base } from './wire-base';

export interface WiredPolicies {
  readonly parts: readonly Part[];
  readonly findPolicy: FindPolicy;
  readonly platformRules: PlatformRules;
  readonly byokHealth: ByokHealth;
}

/** The policies of organizations. */
export function wirePolicies(
  { config, logger, subscriber }: Base,
  source: PolicyClient,
): WiredPolicies {
  const platformRules = new PlatformRules({
    load: () => source.loadModeration(),
    hasBaseline: config.moderation.hasBaseline,
    logger,
  });
  const keeper = new PolicyKeeper({
    source,
    getNowMs: Date.now,
    onPlatformChange: () => platformRules.refresh(),
    logger,
  });
  const channel: Part = {
    name: 'policy channel',
    start: async () => {
      subscriber.on('message', (name) => {
        if (name === policyChannel) void keeper.refresh();
      });
      await subscriber.subscribe(policyChannel);
    },
  };
  const byokHealth = new ByokHealth({
    report: (report) => source.reportByokHealth(report),
    logger,
  });
  return {
    parts: [keeper, channel, byokHealth],
    findPolicy: (caller) => keeper.findFor(caller),
    platformRules,
    byokHealth,
  };
}
