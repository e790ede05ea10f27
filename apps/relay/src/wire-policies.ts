import { PolicyServiceClient } from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import { createPolicySource, policyChannel, PolicyKeeper } from '@tollgate/policy';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { ByokHealth } from './health/byok-health';
import { PlatformRules } from './moderation/platform-rules';
import type { FindPolicy } from './routes/receive-call';
import type { Base } from './wire-base';

export interface WiredPolicies {
  readonly parts: readonly Part[];
  readonly findPolicy: FindPolicy;
  readonly platformRules: PlatformRules;
  readonly byokHealth: ByokHealth;
}

const reportDeadlineMs = 2_000;

/** What organizations let their callers do. */
export function wirePolicies({ config, logger, subscriber }: Base): WiredPolicies {
  const { orgsGrpcAddress: address, serviceSecret } = config;
  const orgs = createGrpcClient(PolicyServiceClient, { address, serviceSecret, logger });
  const source = createPolicySource(orgs);
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
    report: async (report) => {
      const call = orgs.reportByokHealth.bind(orgs);
      await callUnary(call, report, { deadlineMs: reportDeadlineMs });
    },
    logger,
  });
  return {
    parts: [{ name: 'orgs client', stop: () => orgs.close() }, keeper, channel, byokHealth],
    findPolicy: (caller) => keeper.findFor(caller),
    platformRules,
    byokHealth,
  };
}
