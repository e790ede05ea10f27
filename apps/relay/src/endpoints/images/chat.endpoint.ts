import { dialects } from '../text/dialects';
import { coerceChat } from '../text/coerce-chat';
import type { Endpoint } from '../../domain/endpoint';
import { createTextEndpoint } from '../text/text.endpoint';
import type { HostImages } from './image-answer';
import { makeImageChat, wantsImages } from './image-chat';

/** Chat, which answers in text, or in images on request. */
export function createChatEndpoint(hostImages: HostImages): Endpoint {
  const text = createTextEndpoint(dialects.chat, coerceChat);
  return {
    parse: (raw) => {
      const request = text.parse(raw);
      return wantsImages(request.body) ? makeImageChat(request, hostImages) : request;
    },
  };
}
