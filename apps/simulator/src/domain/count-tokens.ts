import { getMessageText, isRecord, type ChatRequest } from './chat-request';

const charactersPerToken = 4;
const tokensPerMessage = 3;
const tokensPerReply = 3;
const tokensPerImage = 85;

/** No tokenizer, but the same request always counts the same: about four characters a token. */
export function countPromptTokens({ messages, tools }: ChatRequest): number {
  let tokens = tokensPerReply;
  for (const message of messages) {
    tokens += tokensPerMessage + Math.ceil(getMessageText(message).length / charactersPerToken);
    tokens += countImages(message) * tokensPerImage;
  }
  if (tools.length > 0) tokens += Math.ceil(JSON.stringify(tools).length / charactersPerToken);
  return tokens;
}

function countImages(message: unknown): number {
  const content = isRecord(message) ? message['content'] : undefined;
  if (!Array.isArray(content)) return 0;
  return content.filter((part) => isRecord(part) && part['type'] === 'image_url').length;
}
