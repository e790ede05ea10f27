import type { OrgBillingServiceClient } from '@tollgate/contracts';
import { callUnary } from '@tollgate/rpc';
import type { SpendFigures } from '../use-cases/report-ports';

const deadlineMs = 5_000;

/** The figures of reports, as billing has summed them. */
export function createSpendFigures(client: OrgBillingServiceClient): SpendFigures {
  return {
    async readOverview({ requestId, ...month }) {
      const call = client.getOrgOverview.bind(client);
      const answer = await callUnary(call, month, { deadlineMs, requestId });
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

    async listModels({ requestId, ...month }) {
      const call = client.listModelSpend.bind(client);
      return (await callUnary(call, month, { deadlineMs, requestId })).rows;
    },

    async listTeams({ requestId, ...month }) {
      const call = client.listTeamSpend.bind(client);
      return (await callUnary(call, month, { deadlineMs, requestId })).rows;
    },

    async listMembers({ requestId, ...month }) {
      const call = client.listMemberSpend.bind(client);
      return (await callUnary(call, month, { deadlineMs, requestId })).rows;
    },
  };
}
