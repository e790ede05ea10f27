import type { Handlers } from '@tollgate/http';
import type { CreateInvitation } from '../invitations/create-invitation';
import type { ModulePorts } from '../shared/module-ports';
import { addMemberUseCase } from './add-member';
import { listMembersUseCase } from './list-members';
import type { memberOperations } from './members.operations';
import {
  addMemberRoute,
  listMembersRoute,
  removeMemberRoute,
  updateMemberRoute,
} from './members.route';
import { removeMemberUseCase } from './remove-member';
import { updateMemberUseCase } from './update-member';
import { viewMembersUseCase } from './view-members';

export function createMembersModule(
  ports: ModulePorts & { readonly createInvitation: CreateInvitation },
): { readonly handlers: Handlers<typeof memberOperations> } {
  const { idempotency } = ports;
  const viewMembers = viewMembersUseCase(ports);
  const listMembers = listMembersUseCase({ ...ports, viewMembers });
  const updateMember = updateMemberUseCase(ports);
  return {
    handlers: {
      'GET /v1/orgs/{orgId}/members': listMembersRoute(listMembers),
      'POST /v1/orgs/{orgId}/members': addMemberRoute(
        addMemberUseCase(ports),
        viewMembers,
        idempotency,
      ),
      'PATCH /v1/orgs/{orgId}/members/{memberId}': updateMemberRoute(updateMember, viewMembers),
      'DELETE /v1/orgs/{orgId}/members/{memberId}': removeMemberRoute(removeMemberUseCase(ports)),
    },
  };
}
