import type { ProviderAdapter } from '@tollgate/model-spec';
import { EventStreamReader } from '@tollgate/model-kit';
import { translate } from './build-request';
import { forwardRequest } from './forward-request';
import { mapError } from './map-error';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readAnswer } from './read-answer';

/** Converse and ConverseStream of Amazon Bedrock, for every model that it hosts. */
export const bedrock: ProviderAdapter = {
  protocol: 'bedrock',
  nativeDialect: null,
  createEventReader: (eventBytesMax) => new EventStreamReader(eventBytesMax),
  forwardRequest,
  translate,
  readAnswer,
  mapUsage,
  readExtras: () => ({}),
  mapStopReason,
  mapError,
};
