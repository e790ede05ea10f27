import {
  asFieldList,
  asFields,
  estimateAudioTokens,
  estimateFileTokens,
  estimateTextTokens,
  type Fields,
  tokensPerImage,
  tokensPerMessage,
  tokensPerTool,
  tokensPerVideo,
} from '@tollgate/model-kit';

/** The most prompt tokens this request can plausibly be counted as. */
export function estimatePromptTokens(body: Fields): number {
  const { input_audio: audio, response_format: format } = body;
  const messages = asFieldList(body['messages']);
  const tools = asFieldList(body['tools']);
  let tokens = messages.length * tokensPerMessage + tools.length * tokensPerTool;
  for (const message of messages) tokens += estimateMessage(message);
  if (tools.length > 0) tokens += estimateTextTokens(JSON.stringify(tools));
  if (format != null) tokens += estimateTextTokens(JSON.stringify(format));
  if (audio != null) tokens += estimateAudioTokens(asFields(audio)['data']);
  return tokens;
}

function estimateMessage(message: Fields): number {
  const { content, name, tool_calls: toolCalls } = message;
  let tokens = typeof content === 'string' ? estimateTextTokens(content) : 0;
  for (const part of asFieldList(content)) tokens += estimatePart(part);
  if (toolCalls != null) tokens += estimateTextTokens(JSON.stringify(toolCalls));
  tokens += estimateThoughts(message);
  return typeof name === 'string' ? tokens + estimateTextTokens(name) : tokens;
}

/** The same reasoning may be in several fields; it is counted once. */
function estimateThoughts(message: Fields): number {
  const { reasoning, reasoning_content: content, reasoning_details: details } = message;
  if (Array.isArray(details)) return estimateTextTokens(JSON.stringify(details));
  const text = reasoning ?? content;
  return typeof text === 'string' ? estimateTextTokens(text) : 0;
}

function estimatePart(part: Fields): number {
  switch (part['type']) {
    case 'text':
      return typeof part['text'] === 'string' ? estimateTextTokens(part['text']) : 0;
    case 'image_url':
      return tokensPerImage;
    case 'file':
      return estimateFileTokens(asFields(part['file'])['file_data']);
    case 'input_audio':
      return estimateAudioTokens(asFields(part['input_audio'])['data']);
    case 'video_url':
      return tokensPerVideo;
    default:
      return estimateTextTokens(JSON.stringify(part));
  }
}
