import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId } from '@tollgate/http';
import { requireOwnTeam, seesMembers, type MembershipSource } from '@tollgate/org-access';
import { makeOrgVisible, requireCallAccess } from '../calls/require-call-access';
import { getPayingCaller } from '../shared/paying-caller.http';
import { describeGeneration } from './describe-generation';
import type { FindCall } from './find-call';
import { hideMember, type Receipt, type ReceiptTransfer } from './receipt';

export interface OrgCallOptions {
  readonly memberships: MembershipSource;
  readonly findCall: FindCall;
  readonly listTransfers: (receipt: Receipt) => Promise<readonly ReceiptTransfer[]>;
}

/** GET /api/orgs/{orgId}/calls/{id}, for those who may list the calls of the organization. */
export function createOrgCallRoute(options: OrgCallOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const orgId = getPathParameter(request, 'orgId');
    const org = { orgId, requestId: getRequestId(response) };
    const membership = await requireCallAccess(caller, org, options.memberships);
    requireOwnTeam(membership, membership.teamId);
    const { memberId, teamId } = makeOrgVisible(membership);
    const scope = { walletId: orgId, teamId: teamId ?? undefined, memberId: memberId ?? undefined };
    const receipt = await options.findCall(getPathParameter(request, 'id'), [scope]);
    if (!receipt) throw new AppError('not_found', { message: 'Generation not found' });
    const transfers = await options.listTransfers(receipt);
    const shown = seesMembers(membership) ? receipt : hideMember(receipt);
    response.json({ data: describeGeneration(shown, transfers) });
  };
}
