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
} from '@tollgate/model-kit';

/** The most prompt tokens this request can plausibly be counted as. */
export function estimatePromptTokens(body: Fields, items: readonly Fields[]): number {
  const { instructions, response_format: format, text } = body;
  const tools = asFieldList(body['tools']);
  let tokens = items.length * tokensPerMessage + tools.length * tokensPerTool;
  for (const item of items) tokens += estimateItem(item);
  if (typeof instructions === 'string') {
    tokens += tokensPerMessage + estimateTextTokens(instructions);
  }
  if (tools.length > 0) tokens += estimateTextTokens(JSON.stringify(tools));
  for (const given of [format, asFields(text)['format']]) {
    if (given != null) tokens += estimateTextTokens(JSON.stringify(given));
  }
  return tokens;
}

/** Images and files count by their content, not by the length of their base64. */
function estimateItem(item: Fields): number {
  const { content, output } = item;
  const body = content ?? output;
  if (typeof body === 'string') return estimateTextTokens(body);
  if (!Array.isArray(body)) return estimateTextTokens(JSON.stringify(item));
  let tokens = 0;
  for (const block of asFieldList(body)) tokens += estimateBlock(block);
  return tokens;
}

function estimateBlock(block: Fields): number {
  switch (block['type']) {
    case 'input_text':
    case 'output_text':
      return estimateTextTokens(String(block['text']));
    case 'input_image':
      return tokensPerImage;
    case 'input_file':
      return estimateFileTokens(block['file_data']);
    case 'input_audio':
      return estimateAudioTokens(asFields(block['input_audio'])['data']);
    default:
      return estimateTextTokens(JSON.stringify(block));
  }
}
