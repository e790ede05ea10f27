import { decodeText, readFileContent } from './file-content';

/** Upper estimates per item, used for the reserve only; the charge is by the upstream's count. */
export const tokensPerMessage = 6;
export const tokensPerTool = 12;
export const tokensPerImage = 1_600;
export const tokensPerVideo = 18_000;
const tokensPerPdfPage = 2_500;
const bytesPerPdfPage = 60_000;
const tokensPerAudioSecond = 35;
const bytesPerAudioSecond = 4_000;
const bytesPerBase64Character = 0.75;

/** Of base64 or a data URI. A text is read as text and not drawn as pages. */
export function estimateFileTokens(base64: unknown): number {
  const file = typeof base64 === 'string' ? readFileContent(base64) : undefined;
  if (file?.kind === 'text') return tokensPerMessage + estimateTextTokens(decodeText(file));
  return Math.max(1, Math.ceil(countBytes(base64) / bytesPerPdfPage)) * tokensPerPdfPage;
}

export function estimateAudioTokens(base64: unknown): number {
  return Math.max(1, Math.ceil(countBytes(base64) / bytesPerAudioSecond)) * tokensPerAudioSecond;
}

function countBytes(base64: unknown): number {
  return typeof base64 === 'string' ? Math.ceil(base64.length * bytesPerBase64Character) : 0;
}

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
