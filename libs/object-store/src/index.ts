export { createObjectStore } from './create-object-store';
export { assertObjectKey } from './object-key';
export { createObjectStorePart, type ObjectStorePart } from './object-store-part';
export {
  ObjectStoreError,
  objectBytesMax,
  purgeMax,
  type ByteRange,
  type ObjectBody,
  type ObjectHead,
  type ObjectPutOptions,
  type ObjectStore,
  type StoredObject,
} from './object-store';
export {
  readObjectStoreSettings,
  type ObjectStoreSettings,
  type S3Settings,
} from './object-store-settings';
