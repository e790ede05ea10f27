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
