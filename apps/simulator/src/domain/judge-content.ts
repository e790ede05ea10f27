const categories = [
  ...['harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit'],
  ...['illicit/violent', 'self-harm', 'self-harm/instructions', 'self-harm/intent', 'sexual'],
  ...['sexual/minors', 'violence', 'violence/graphic'],
];
/** Categories that the model also finds in images. */
const seen = new Set([
  ...['self-harm', 'self-harm/instructions', 'self-harm/intent', 'sexual'],
  ...['violence', 'violence/graphic'],
]);

const violent = /\b(?:kill|murder|attack)\b/i;
const highScore = 0.97;
const lowScore = 0.0001;

/** The result for one input: violent words are violence, and nothing else is found. */
export function judgeContent(input: { readonly text: string; readonly hasImage: boolean }): object {
  const isViolent = violent.test(input.text);
  const kinds = [...(input.text === '' ? [] : ['text']), ...(input.hasImage ? ['image'] : [])];
  const isHit = (name: string): boolean => isViolent && name === 'violence';
  const make = (value: (name: string) => unknown): object =>
    Object.fromEntries(categories.map((name) => [name, value(name)]));
  return {
    flagged: isViolent,
    categories: make(isHit),
    category_scores: make((name) => (isHit(name) ? highScore : lowScore)),
    category_applied_input_types: make((name) =>
      kinds.filter((kind) => kind === 'text' || seen.has(name)),
    ),
  };
}
