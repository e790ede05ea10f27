import type { Handlers } from '@tollgate/http';
import type { CreateInvitation } from '../invitations/manage-invitations';
import type { ModulePorts } from '../shared/module-ports';
import { addMemberUseCase } from './add-member';
import type { memberOperations } from './members.operations';
import { createMemberHandlers } from './members.route';
import { removeMemberUseCase, updateMemberUseCase } from './change-member';
import { listMembersUseCase, viewMembersUseCase } from './view-members';

export function createMembersModule(
  ports: ModulePorts & { readonly createInvitation: CreateInvitation },
): { readonly handlers: Handlers<typeof memberOperations> } {
  const viewMembers = viewMembersUseCase(ports);
  return {
    handlers: createMemberHandlers({
      ...ports,
      viewMembers,
      listMembers: listMembersUseCase({ ...ports, viewMembers }),
      addMember: addMemberUseCase(ports),
      updateMember: updateMemberUseCase(ports),
      removeMember: removeMemberUseCase(ports),
    }),
  };
}
