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

export function estimateFileTokens(base64: unknown): number {
  return Math.max(1, Math.ceil(countBytes(base64) / bytesPerPdfPage)) * tokensPerPdfPage;
}

export function estimateAudioTokens(base64: unknown): number {
  return Math.max(1, Math.ceil(countBytes(base64) / bytesPerAudioSecond)) * tokensPerAudioSecond;
}

function countBytes(base64: unknown): number {
  return typeof base64 === 'string' ? Math.ceil(base64.length * bytesPerBase64Character) : 0;
}
