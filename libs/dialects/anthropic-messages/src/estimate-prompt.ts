import {
  asFieldList,
  asFields,
  asText,
  estimateFileTokens,
  estimateTextTokens,
  formatDataUri,
  type Fields,
  tokensPerImage,
  tokensPerMessage,
  tokensPerTool,
} from '@tollgate/model-kit';

const pdf = 'application/pdf';

/** The most prompt tokens this request can plausibly be counted as. */
export function estimatePromptTokens(body: Fields): number {
  const messages = asFieldList(body['messages']);
  const tools = asFieldList(body['tools']);
  const format = asFields(body['output_config'])['format'];
  let tokens = messages.length * tokensPerMessage + tools.length * tokensPerTool;
  if (body['system'] != null) tokens += tokensPerMessage + estimateContent(body['system']);
  for (const { content } of messages) tokens += estimateContent(content);
  if (tools.length > 0) tokens += estimateTextTokens(JSON.stringify(tools));
  if (format != null) tokens += estimateTextTokens(JSON.stringify(format));
  return tokens;
}

function estimateContent(content: unknown): number {
  if (typeof content === 'string') return estimateTextTokens(content);
  return asFieldList(content).reduce((sum, block) => sum + estimateBlock(block), 0);
}

function estimateBlock(block: Fields): number {
  switch (block['type']) {
    case 'text':
      return estimateTextTokens(asText(block['text']) ?? '');
    case 'image':
      return tokensPerImage;
    case 'document':
      return estimateDocument(asFields(block['source']));
    case 'tool_result':
      return tokensPerMessage + estimateContent(block['content']);
    default:
      return tokensPerMessage + estimateTextTokens(JSON.stringify(block));
  }
}

function estimateDocument(source: Fields): number {
  const { content, type } = source;
  const data = asText(source['data']) ?? '';
  if (type === 'text') return estimateTextTokens(data);
  if (type === 'content') return estimateContent(content);
  const mediaType = asText(source['media_type']) ?? pdf;
  // A PDF is counted by its size alone, and may be large: it is not copied for that.
  return estimateFileTokens(mediaType === pdf ? data : formatDataUri({ mediaType, data }));
}
