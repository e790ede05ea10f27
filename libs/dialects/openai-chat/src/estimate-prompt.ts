import type { ChatRequest } from './parse-request';

/** Upper estimates per item, used for the reserve only; the charge is by the upstream's count. */
const tokensPerMessage = 6;
const tokensPerTool = 12;
const tokensPerImage = 1_600;
const tokensPerPdfPage = 2_500;
const bytesPerPdfPage = 60_000;
const tokensPerAudioSecond = 35;
const bytesPerAudioSecond = 4_000;
const tokensPerVideo = 18_000;
const asciiPerToken = 3.2;
const tokensPerOther = 1.3;

/** `ceil(ascii / 3.2) + ceil(1.3 x other code points)`. */
export function estimateTextTokens(text: string): number {
  const { ascii, other } = weighText(text);
  return Math.ceil(ascii) + Math.ceil(other);
}

/** The same before rounding, for text that comes in pieces. */
export function weighText(text: string): { readonly ascii: number; readonly other: number } {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return { ascii: bytes / asciiPerToken, other: 0 };
  let ascii = 0;
  let other = 0;
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) < 128) ascii++;
    else other++;
  }
  return { ascii: ascii / asciiPerToken, other: tokensPerOther * other };
}

/** The most prompt tokens this request can plausibly be counted as. */
export function estimatePromptTokens(request: ChatRequest): number {
  let tokens = request.messages.length * tokensPerMessage + request.tools.length * tokensPerTool;
  for (const message of request.messages) tokens += estimateMessage(message);
  if (request.tools.length > 0) tokens += estimateTextTokens(JSON.stringify(request.tools));
  const format = request.body['response_format'];
  if (format !== undefined && format !== null) tokens += estimateTextTokens(JSON.stringify(format));
  return tokens;
}

function estimateMessage(message: Readonly<Record<string, unknown>>): number {
  const { content, tool_calls: toolCalls, name } = message;
  let tokens = typeof content === 'string' ? estimateTextTokens(content) : 0;
  if (Array.isArray(content))
    for (const part of content) tokens += estimatePart(part as Record<string, unknown>);
  if (toolCalls !== undefined && toolCalls !== null)
    tokens += estimateTextTokens(JSON.stringify(toolCalls));
  return typeof name === 'string' ? tokens + estimateTextTokens(name) : tokens;
}

function estimatePart(part: Readonly<Record<string, unknown>>): number {
  switch (part['type']) {
    case 'text':
      return typeof part['text'] === 'string' ? estimateTextTokens(part['text']) : 0;
    case 'image_url':
      return tokensPerImage;
    case 'file': {
      const bytes = decodedBytes((part['file'] as { file_data?: unknown } | undefined)?.file_data);
      return Math.max(1, Math.ceil(bytes / bytesPerPdfPage)) * tokensPerPdfPage;
    }
    case 'input_audio': {
      const bytes = decodedBytes((part['input_audio'] as { data?: unknown } | undefined)?.data);
      return Math.max(1, Math.ceil(bytes / bytesPerAudioSecond)) * tokensPerAudioSecond;
    }
    case 'video_url':
      return tokensPerVideo;
    default:
      return estimateTextTokens(JSON.stringify(part));
  }
}

function decodedBytes(base64: unknown): number {
  return typeof base64 === 'string' ? Math.ceil(base64.length * 0.75) : 0;
}
