/** Text of our own making, as a value inside a larger answer. */
export function parseJson(text: string): unknown {
  return JSON.parse(text) as unknown;
}
