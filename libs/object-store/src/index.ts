export { createObjectStorePart } from './object-store-part';
export type { ByteRange, ObjectStore, StoredObject } from './object-store';
export { readObjectStoreSettings } from './object-store-settings';
