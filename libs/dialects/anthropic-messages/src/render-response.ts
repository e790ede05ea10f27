import type { Dialect } from '@tollgate/model-spec';
import { formatMessageId, type WireAnswer } from './wire';
import { renderUsage } from './render-usage';
import { isShown, writeBlock, writeStopReason } from './write-blocks';

/** A translated answer as a message. */
export const renderResponse: Dialect['renderResponse'] = (answer, { face }, settled) => {
  const content = answer.parts.filter(isShown).map((part) => writeBlock(part, face.model));
  const body: WireAnswer = {
    id: formatMessageId(face),
    type: 'message',
    role: 'assistant',
    model: face.model,
    // Clients fail on a message without content.
    content: content.length === 0 ? [{ type: 'text', text: '' }] : content,
    ...writeStopReason(answer.finishReason, answer.stopSequence),
    usage: renderUsage(settled),
  };
  return JSON.stringify(body);
};
