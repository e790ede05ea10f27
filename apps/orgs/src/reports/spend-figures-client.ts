import type { OrgBillingClient } from '@tollgate/clients';
import type { SpendFigures } from './ports';

/** The figures of reports, summed by billing. */
export function createSpendFigures(client: OrgBillingClient): SpendFigures {
  return {
    async readOverview({ requestId, ...month }) {
      const answer = await client.getOverview(month, { requestId });
      const { days, requests, spendNanos, tokens } = answer;
      return {
        spendNanos,
        upstreamNanos: answer.upstreamCostNanos,
        requests,
        tokens,
        previousNanos: answer.previousSpendNanos,
        days,
      };
    },
    listModels: ({ requestId, ...month }) => client.listModelSpend(month, { requestId }),
    listTeams: ({ requestId, ...month }) => client.listTeamSpend(month, { requestId }),
    listMembers: ({ requestId, ...month }) => client.listMemberSpend(month, { requestId }),
  };
}
