import { makeImageChat, wantsImages } from './images/image-chat';
import { completionsEndpoint } from './text/completions.endpoint';
import { coerceChat } from './text/coerce-chat';
import { dialects } from './text/dialects';
import { embeddingsEndpoint } from './embeddings/embeddings.endpoint';
import type { Endpoint } from '../domain/endpoint';
import type { HostImages } from './images/image-answer';
import { createImagesEndpoint } from './images/images.endpoint';
import { moderationsEndpoint } from './moderations.endpoint';
import { rerankEndpoint } from './rerank.endpoint';
import { createTextEndpoint } from './text/text.endpoint';
import { createVideosEndpoint } from './videos.endpoint';

export const estimateEndpoints = [
  'chat',
  'responses',
  'messages',
  'completions',
  'embeddings',
  'rerank',
  'moderations',
  'images',
  'videos',
] as const;
export type EstimateEndpoint = (typeof estimateEndpoints)[number];

/** The endpoints that an estimate can parse a body with. */
export type RelayedEndpoints = Readonly<Record<EstimateEndpoint, Endpoint>>;

export function createRelayedEndpoints(tools: {
  readonly hostImages: HostImages;
}): RelayedEndpoints {
  const { hostImages } = tools;
  return {
    chat: createChatEndpoint(hostImages),
    responses: createTextEndpoint(dialects.responses),
    messages: createTextEndpoint(dialects.messages),
    completions: completionsEndpoint,
    embeddings: embeddingsEndpoint,
    rerank: rerankEndpoint,
    moderations: moderationsEndpoint,
    images: createImagesEndpoint(hostImages),
    videos: createVideosEndpoint(),
  };
}

/** Chat, which answers in text, or in images on request. */
function createChatEndpoint(hostImages: HostImages): Endpoint {
  const text = createTextEndpoint(dialects.chat, coerceChat);
  return {
    parse: (raw) => {
      const request = text.parse(raw);
      return wantsImages(request.body) ? makeImageChat(request, hostImages) : request;
    },
  };
}
