import { parseCountRequest } from '@tollgate/dialects/anthropic-messages';
import { AppError } from '@tollgate/errors';
import { noExtras } from '@tollgate/model-spec';
import { checkMedia } from './check-media';
import { checkChatModel } from './check-model';
import { checkStored } from './check-stored';
import { adoptModel } from '../../domain/adopt-model';
import type { Endpoint, InferenceRequest } from '../../domain/endpoint';

/** A message that is only counted: it is routed like any other, but neither cut nor answered. */
export const countEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    const request = parseCountRequest(bodyText, body);
    checkMedia(request);
    checkStored(request);
    const made: InferenceRequest = {
      ...request,
      apiType: 'messages',
      // Tools do not run when a request is counted.
      extras: noExtras,
      isStreaming: false,
      keepAliveFrame: '',
      headers: {},
      estimatePromptTokens: () => request.estimatePromptTokens(),
      fitTo: (model) => {
        checkChatModel(model, request);
        return made;
      },
      prepare: () => {
        throw new AppError('internal', { message: 'a count is not answered' });
      },
      renderFailure: () => '',
    };
    return made;
  },
};
