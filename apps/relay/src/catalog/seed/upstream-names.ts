import type { SeedModel } from './seed';

/** The maker of a model: the first part of its id. */
export function readOwner(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/** The name of a model at its maker. */
export function nameUpstream({ document, upstream }: SeedModel): string {
  return upstream?.model ?? document.id.slice(document.id.indexOf('/') + 1);
}

/** The name of a model at a cloud, by the id of its entry; undefined: it is not sold there. */
export function findCloudName({ clouds }: SeedModel, providerId: string): string | undefined {
  return clouds.find(({ provider }) => provider === providerId)?.model;
}
