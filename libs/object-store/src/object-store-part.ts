import { createObjectStore } from './create-object-store';
import type { ObjectStore } from './object-store';
import type { ObjectStoreSettings } from './object-store-settings';

/** A store that is usable once its part has started, for code that is wired before. */
export interface ObjectStorePart {
  readonly objects: ObjectStore;
  readonly part: {
    readonly name: string;
    readonly start: () => Promise<void>;
    readonly stop: () => Promise<void>;
  };
}

export function createObjectStorePart(settings: ObjectStoreSettings): ObjectStorePart {
  let opened: ObjectStore | undefined;
  const get = (): ObjectStore => {
    if (opened === undefined) throw new Error('the object store is not started');
    return opened;
  };
  return {
    objects: {
      put: (key, body, options) => get().put(key, body, options),
      get: (key, range) => get().get(key, range),
      head: (key) => get().head(key),
      delete: (key) => get().delete(key),
      deleteOlderThan: (prefix, ageMs) => get().deleteOlderThan(prefix, ageMs),
      close: () => get().close(),
    },
    part: {
      name: 'object store',
      start: async () => {
        opened = await createObjectStore(settings);
      },
      stop: async () => opened?.close(),
    },
  };
}
