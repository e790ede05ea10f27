/** The files that name images of others. */
export const imageFiles = [
  'deploy/Dockerfile',
  'docker-compose.yml',
  'deploy/helm/tollgate/values.yaml',
] as const;

/** An image of others with its tag, and its digest where it is pinned. */
export interface BaseImage {
  readonly name: string;
  readonly digest: string | undefined;
}

const place = /^(ARG NODE_IMAGE=| +image: )([\w./-]+:[\w.-]+)(?:@(\S+))?$/gm;
export const digestPattern = /^sha256:[0-9a-f]{64}$/;

export function listBaseImages(text: string): readonly BaseImage[] {
  return [...text.matchAll(place)].map(([, , name = '', digest]) => ({ name, digest }));
}

/** Replaces the digest of every image that is among them. */
export function pinImages(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replace(place, (whole, start: string, name: string) => {
    const digest = digests.get(name);
    return digest === undefined ? whole : `${start}${name}@${digest}`;
  });
}
