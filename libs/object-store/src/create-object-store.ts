import { DiskObjectStore } from './disk/disk-object-store';
import type { ObjectStore } from './object-store';
import type { ObjectStoreSettings } from './object-store-settings';
import { S3ObjectStore } from './s3/s3-object-store';

export async function createObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  return settings.adapter === 'disk'
    ? DiskObjectStore.open(settings.directory)
    : new S3ObjectStore(settings.s3);
}
