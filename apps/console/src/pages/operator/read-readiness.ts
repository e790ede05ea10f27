import { ApiError } from '../../api/api-error';
import { getReadiness } from '../../api/generated/sdk.gen';
import type { GetReadinessResponse } from '../../api/generated/types.gen';

/** The checks of the edge. It answers 503 with the same body when one of them fails. */
export async function readReadiness(): Promise<GetReadinessResponse> {
  const { data, error, response } = await getReadiness();
  const body: unknown = data ?? error;
  if (typeof body === 'object' && body !== null && 'checks' in body) {
    return body as GetReadinessResponse;
  }
  throw new ApiError(response?.status ?? 503, error);
}
