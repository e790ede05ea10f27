import { AppError } from '@tollgate/errors';
import type { CallerIdentity, CallerKind } from '@tollgate/identity';

const callingKinds: ReadonlySet<CallerKind> = new Set(['standard_key', 'institution_session']);

/** Raises forbidden for callers that may not call models. */
export function checkCaller({ kind }: CallerIdentity): void {
  if (!callingKinds.has(kind)) throw new AppError('forbidden');
}
