import type { IdempotencyStore } from '@tollgate/idempotency';
import { hashSecret } from '@tollgate/ids';
import type { Evidence } from './domain/moderation';
import type { HandlersOptions } from './routes/handlers-options';
import { createAcceptInvitation } from './use-cases/accept-invitation';
import { createAddMemberAsOperator } from './use-cases/add-member-as-operator';
import { createAddMember } from './use-cases/add-member';
import type { ByokOutside } from './use-cases/byok-ports';
import { createCancelInvitation } from './use-cases/cancel-invitation';
import { createChangeRules } from './use-cases/change-rules';
import { createChangeOrg } from './use-cases/change-org';
import { createCreateInvitation } from './use-cases/create-invitation';
import { createCreateOrg } from './use-cases/create-org';
import { createCreateOrgAsOperator } from './use-cases/create-org-as-operator';
import { createCreateTeam } from './use-cases/create-team';
import { createDeleteTeam } from './use-cases/delete-team';
import type { DoTodo } from './use-cases/do-todo';
import { createGetAllowedModels } from './use-cases/get-allowed-models';
import { createGetBreaker } from './use-cases/get-breaker';
import { createGetEduConfig } from './use-cases/get-edu-config';
import { createGetOrg } from './use-cases/get-org';
import { createListAllOrgs } from './use-cases/list-all-orgs';
import { createListEvidence } from './use-cases/list-evidence';
import { createListInvitations } from './use-cases/list-invitations';
import { createListMembers } from './use-cases/list-members';
import { createListOrgs } from './use-cases/list-orgs';
import { createListRules } from './use-cases/list-rules';
import { createListTeams } from './use-cases/list-teams';
import { createReports } from './use-cases/make-reports';
import { createManageByok } from './use-cases/manage-byok';
import { createManageModeration } from './use-cases/manage-moderation';
import type { EvidenceStore } from './use-cases/moderation-ports';
import type {
  Billing,
  Directory,
  InvitationLimits,
  PolicySignal,
  SpendWindows,
  Waker,
} from './use-cases/outside-ports';
import type { Clock, OrgDatabase } from './use-cases/ports';
import type { SpendFigures } from './use-cases/report-ports';
import { createRemoveMember } from './use-cases/remove-member';
import { createTestRules } from './use-cases/test-rules';
import { createUpdateAllowedModels } from './use-cases/update-allowed-models';
import { createUpdateBreaker } from './use-cases/update-breaker';
import { createUpdateEduConfig } from './use-cases/update-edu-config';
import { createUpdateMember } from './use-cases/update-member';
import { createUpdateOrg } from './use-cases/update-org';
import { createUpdateOrgAsOperator } from './use-cases/update-org-as-operator';
import { createUpdateTeam } from './use-cases/update-team';
import { createViewMembers } from './use-cases/view-members';
import { createViewTeams } from './use-cases/view-teams';

export interface HandlerParts {
  readonly database: OrgDatabase;
  readonly billing: Billing;
  readonly figures: SpendFigures;
  readonly directory: Directory;
  readonly spendWindows: SpendWindows;
  readonly signal: PolicySignal;
  readonly mails: Waker;
  readonly limits: InvitationLimits;
  readonly doTodo: DoTodo;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
  readonly byokOutside: ByokOutside;
  readonly evidence: EvidenceStore;
  readonly openEvidence: (evidence: Evidence) => string | null;
}

/** Everything that is done with organizations. */
export function wireHandlers(parts: HandlerParts): HandlersOptions {
  const ports = {
    ...parts,
    changeOrg: createChangeOrg(parts),
    viewMembers: createViewMembers(parts),
    viewTeams: createViewTeams(parts),
    createOrg: createCreateOrg(parts),
    hash: hashSecret,
  };
  const { createOrg, idempotency, viewMembers, viewTeams } = ports;
  const createInvitation = createCreateInvitation(ports);
  return {
    idempotency,
    createOrg,
    listOrgs: createListOrgs(ports),
    getOrg: createGetOrg(ports),
    updateOrg: createUpdateOrg(ports),
    listTeams: createListTeams(ports),
    viewTeams,
    createTeam: createCreateTeam(ports),
    updateTeam: createUpdateTeam(ports),
    deleteTeam: createDeleteTeam(ports),
    listMembers: createListMembers(ports),
    viewMembers,
    addMember: createAddMember({ ...ports, createInvitation }),
    updateMember: createUpdateMember(ports),
    removeMember: createRemoveMember(ports),
    listInvitations: createListInvitations(ports),
    createInvitation,
    cancelInvitation: createCancelInvitation(ports),
    acceptInvitation: createAcceptInvitation(ports),
    ...wireScopes(ports),
    ...wireRules(ports),
    byok: createManageByok(ports),
    reports: createReports(ports),
    clock: ports.clock,
    listAllOrgs: createListAllOrgs(ports),
    createOrgAsOperator: createCreateOrgAsOperator(ports),
    addMemberAsOperator: createAddMemberAsOperator(ports),
    updateOrgAsOperator: createUpdateOrgAsOperator(ports),
  };
}

type RuleUseCases = 'changeRules' | 'listEvidence' | 'listRules' | 'moderation' | 'testRules';

/** What must not be said. */
function wireRules(
  ports: HandlerParts & Parameters<typeof createChangeRules>[0],
): Pick<HandlersOptions, RuleUseCases> {
  return {
    listRules: createListRules(ports),
    changeRules: createChangeRules(ports),
    testRules: createTestRules(ports),
    moderation: createManageModeration(ports),
    listEvidence: createListEvidence({ evidence: ports.evidence, open: ports.openEvidence }),
  };
}

type ScopeUseCases =
  | 'getAllowedModels'
  | 'updateAllowedModels'
  | 'getBreaker'
  | 'updateBreaker'
  | 'getEduConfig'
  | 'updateEduConfig';

function wireScopes(
  ports: HandlerParts & Parameters<typeof createUpdateEduConfig>[0],
): Pick<HandlersOptions, ScopeUseCases> {
  return {
    getAllowedModels: createGetAllowedModels(ports),
    updateAllowedModels: createUpdateAllowedModels(ports),
    getBreaker: createGetBreaker(ports),
    updateBreaker: createUpdateBreaker(ports),
    getEduConfig: createGetEduConfig(ports),
    updateEduConfig: createUpdateEduConfig(ports),
  };
}
