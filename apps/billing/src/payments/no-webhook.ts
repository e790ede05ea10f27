import { AppError } from '@tollgate/errors';

/** For providers that never call: their address is as unknown as that of a provider that is off. */
export function refuseWebhook(): Promise<never> {
  return Promise.reject(new AppError('not_found'));
}
