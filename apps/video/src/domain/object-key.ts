/** Where the copy of an output is kept. */
export function getOutputKey(ulid: string, index: number): string {
  return `videos/${ulid.toLowerCase()}/${index}.mp4`;
}
