import { AppError } from '@tollgate/errors';
import type { ProviderAdapter } from '@tollgate/model-spec';

/** Never called: a protocol without a native dialect has no bytes to pass. */
export const forwardRequest: ProviderAdapter['forwardRequest'] = () => {
  throw new AppError('internal', { cause: new Error('bedrock has no native dialect') });
};
