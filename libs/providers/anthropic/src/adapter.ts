import type { ProviderAdapter } from '@tollgate/model-spec';
import { translate } from './build-request';
import { forwardRequest } from './forward-request';
import { mapError } from './map-error';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readAnswer, readExtras, readUse } from './read-answer';

/** The Messages protocol of Anthropic and of hosts of its models. */
export const anthropic: ProviderAdapter = {
  protocol: 'anthropic',
  nativeDialect: 'messages',
  forwardRequest,
  translate,
  readAnswer,
  mapUsage,
  readExtras,
  readUse,
  mapStopReason,
  mapError,
};
