import { AppError } from '@tollgate/errors';
import { hasPriceFor } from '@tollgate/pricing';
import { resolveModel } from '../domain/resolve-model';
import { kindOfMedia, measureMedia, type MediaEndpoint } from '../endpoints/measure-media';
import type { Routing } from './choose-route';
import { listCandidates } from './list-candidates';
import { findDearest } from './place-hold';
import type { PlannedCall } from './planned-call';

/** What an image or a video would cost. Raises: unknown_model, model_endpoint_mismatch. */
export function planMedia(
  endpoint: MediaEndpoint,
  body: Readonly<Record<string, unknown>>,
  { clientPrefixes, snapshot }: Routing,
): PlannedCall {
  const requested = typeof body['model'] === 'string' ? body['model'] : '';
  const model = resolveModel(requested, snapshot, { allowsBareNames: false, clientPrefixes });
  if (model.kind !== kindOfMedia[endpoint]) {
    throw new AppError('model_endpoint_mismatch', {
      message: `${model.id} is not a model for ${endpoint}`,
      param: 'model',
    });
  }
  const { promptTokens, reserve } = measureMedia(endpoint, body);
  const candidates = listCandidates(model, snapshot).filter(({ prices }) =>
    hasPriceFor(prices, model.kind),
  );
  const reserveNanos = findDearest(candidates, ({ prices }) => reserve(prices));
  const isPriced = hasPriceFor(model.prices, model.kind);
  return {
    model: model.id,
    candidates,
    promptTokens,
    reserveNanos,
    floorNanos: reserveNanos,
    filters: [],
    verdict:
      candidates.length > 0 ? 'paid' : new AppError(isPriced ? 'no_route' : 'model_not_priced'),
  };
}
