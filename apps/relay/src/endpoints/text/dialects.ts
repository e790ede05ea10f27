import { anthropicMessages } from '@tollgate/dialects/anthropic-messages';
import { openAiChat } from '@tollgate/dialects/openai-chat';
import { openAiResponses } from '@tollgate/dialects/openai-responses';
import type { Dialect, DialectName } from '@tollgate/model-spec';

/** Every dialect that clients may speak. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  chat: openAiChat,
  responses: openAiResponses,
  messages: anthropicMessages,
};
