import type { NeutralMessage, NeutralRequest } from '@tollgate/model-spec';
import {
  estimateAudioTokens,
  estimateFileTokens,
  tokensPerImage,
  tokensPerMessage,
  tokensPerTool,
  tokensPerVideo,
} from './media-tokens';
import { estimateTextTokens } from './weigh-text';

type NeutralPart = NeutralMessage['parts'][number];

/** The most prompt tokens this request can plausibly be counted as. */
export function estimateNeutral(request: NeutralRequest): number {
  const { messages, outputFormat, tools } = request;
  let tokens = messages.length * tokensPerMessage + tools.length * tokensPerTool;
  for (const message of messages) {
    for (const part of message.parts) tokens += estimatePart(part);
    if (message.name !== undefined) tokens += estimateTextTokens(message.name);
  }
  if (tools.length > 0) tokens += estimateTextTokens(JSON.stringify(tools));
  if (outputFormat !== undefined) tokens += estimateTextTokens(JSON.stringify(outputFormat));
  return tokens;
}

function estimatePart(part: NeutralPart): number {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return estimateTextTokens(part.text);
    case 'reasoning':
      return estimateTextTokens(part.text) + estimateTextTokens(part.signature ?? '');
    case 'tool-call':
      return estimateTextTokens(part.name) + estimateTextTokens(part.arguments) + tokensPerMessage;
    case 'image':
      return tokensPerImage;
    case 'file':
      return estimateFileTokens(part.dataUri);
    case 'audio':
      return estimateAudioTokens(part.data);
    case 'video':
      return tokensPerVideo;
  }
}
