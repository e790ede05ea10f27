import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { manageOperatorTokensUseCase } from './manage-operator-tokens';
import type { operatorTokenOperations } from './operator-tokens.operations';
import { createOperatorTokenHandlers } from './operator-tokens.route';

export function createOperatorTokensModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof operatorTokenOperations>;
} {
  const operatorTokens = manageOperatorTokensUseCase(ports);
  return { handlers: createOperatorTokenHandlers({ ...ports, operatorTokens }) };
}
