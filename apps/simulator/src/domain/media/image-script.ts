/** How images are answered: as bytes, as a URL, or malformed. */
export type ImageScript =
  'bytes' | 'url' | 'none' | 'text' | 'drawing' | 'page' | 'elsewhere' | 'packed' | 'huge';

const scripts: readonly ImageScript[] = [
  'bytes',
  'url',
  'none',
  'text',
  'drawing',
  'page',
  'elsewhere',
  'packed',
  'huge',
];

/** `[[sim:image=url]]`, or `+image=url` in the name of the model. */
export function readImageScript(model: string, prompt: string): ImageScript {
  const [, word] = /\bimage=(\w+)/.exec(`${prompt} ${model}`) ?? [];
  return scripts.find((script) => script === word) ?? 'bytes';
}
