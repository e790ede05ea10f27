/** Stages that only others build on. */
const inner = ['build', 'runtime', 'stateful', 'shared'];

/** `npm run check` reads this file too, without a build: only types that can be erased. */
export interface Dockerfile {
  readonly images: readonly string[];
  /** The image that all others begin with. */
  readonly baseImage: string;
}

export function readDockerfile(text: string): Dockerfile {
  const stages = [...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name ?? '');
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(text)?.[1];
  if (base === undefined) throw new Error('deploy/Dockerfile names no NODE_IMAGE');
  return { images: stages.filter((name) => !inner.includes(name)), baseImage: base };
}
