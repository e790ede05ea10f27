export { MultipartError, type MultipartFault } from './multipart-error';
export type { MultipartLimits } from './multipart-limits';
export { receiveMultipart, isMultipart } from './receive-multipart';
export type { ReceivedFile, ReceivedForm } from './received-form';
export { writeMultipart, type MultipartPart } from './write-multipart';
