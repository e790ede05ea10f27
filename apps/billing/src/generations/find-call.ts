import { parseGenerationId } from '@tollgate/ids';
import type { Receipt } from './receipt';

/** Calls of a wallet that a caller may see. */
export interface VisibleCalls {
  readonly walletId: string;
  /** Undefined: of every team. */
  readonly teamId?: string | undefined;
  /** Undefined: of every member. */
  readonly memberId?: string | undefined;
}

export type FindCall = (
  generationId: string,
  scopes: readonly VisibleCalls[],
) => Promise<Receipt | undefined>;

/** A call outside of the scopes is not found, like an unknown one. */
export function findCallUseCase(ports: {
  readonly findByWallets: (
    walletIds: readonly string[],
    ulid: string,
  ) => Promise<Receipt | undefined>;
}): FindCall {
  return async (generationId, scopes) => {
    const ulid = parseGenerationId(generationId);
    if (ulid === undefined || scopes.length === 0) return undefined;
    const walletIds = scopes.map(({ walletId }) => walletId);
    const call = await ports.findByWallets(walletIds, ulid);
    return call && scopes.some((scope) => includes(scope, call)) ? call : undefined;
  };
}

function includes(scope: VisibleCalls, { details, walletId }: Receipt): boolean {
  if (scope.walletId !== walletId) return false;
  const pairs = [
    [scope.teamId, details.teamId ?? ''],
    [scope.memberId, details.memberId ?? ''],
  ] as const;
  return pairs.every(([wanted, found]) => wanted === undefined || wanted === found);
}
