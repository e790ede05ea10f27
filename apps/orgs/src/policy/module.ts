import { PolicyServiceService } from '@tollgate/contracts';
import type { GrpcService } from '@tollgate/rpc';
import type { NoteByokHealth } from '../byok/probe-byok';
import type { OrgDatabase } from '../shared/ports';
import { createPolicyService } from './policy-service';
import { readPolicyUseCase } from './read-policy';

/** The policies that relays enforce. */
export function createPolicyModule(ports: {
  readonly database: OrgDatabase;
  readonly noteByokHealth: NoteByokHealth;
}): { readonly services: readonly GrpcService[] } {
  const { database, noteByokHealth } = ports;
  const readPolicy = readPolicyUseCase(ports);
  const implementation = createPolicyService({ readPolicy, noteByokHealth, ...database });
  const callers = ['auth', 'relay'];
  return { services: [{ definition: PolicyServiceService, implementation, callers }] };
}
