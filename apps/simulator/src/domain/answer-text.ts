const words = (
  'The gate opens for the traveller who pays the toll and the road beyond it runs over hills ' +
  'through woods and along a quiet river until it meets the sea where ships wait for the wind ' +
  'and gulls circle above the harbour while the keeper counts coins writes each of them into a ' +
  'book and never loses one'
).split(' ');

/** The piece of text that counts as token number `index`. */
export function getTokenText(index: number): string {
  return (index === 0 ? '' : ' ') + (words[index % words.length] ?? '');
}

const firstChunk = makeContentDelta(0);
const laterChunks = words.map((_, index) => makeContentDelta(words.length + index));

function makeContentDelta(index: number): string {
  return JSON.stringify({ content: getTokenText(index) });
}

/** The `delta` of a streamed token, already as JSON. */
export function getContentDelta(index: number): string {
  return index === 0 ? firstChunk : (laterChunks[index % words.length] ?? firstChunk);
}

const rememberedTokensMax = 4_096;
const remembered: string[] = [];

/** A text of so many tokens, as a JSON string. */
export function getAnswerJson(tokens: number): string {
  return tokens <= rememberedTokensMax
    ? (remembered[tokens] ??= makeAnswerJson(tokens))
    : makeAnswerJson(tokens);
}

function makeAnswerJson(tokens: number): string {
  return JSON.stringify(getAnswerText(tokens));
}

export function getAnswerText(tokens: number): string {
  return Array.from({ length: tokens }, (_, index) => getTokenText(index)).join('');
}
