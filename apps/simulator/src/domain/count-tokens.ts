const charactersPerToken = 4;
const tokensPerMessage = 3;
const tokensPerReply = 3;
const tokensPerImage = 85;

/** No tokenizer, but the same request always counts the same: about four characters a token. */
export function countPromptTokens(
  messages: readonly { readonly text: string; readonly images: number }[],
  tools: readonly unknown[],
): number {
  let tokens = tokensPerReply;
  for (const { images, text } of messages) {
    // A system prompt that the request does not have.
    if (text === '' && images === 0) continue;
    tokens += tokensPerMessage + Math.ceil(text.length / charactersPerToken);
    tokens += images * tokensPerImage;
  }
  if (tools.length > 0) tokens += Math.ceil(JSON.stringify(tools).length / charactersPerToken);
  return tokens;
}
