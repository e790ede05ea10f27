export { answerSchema as imagesAnswerSchema } from './answer-schema';
export { mapUsage } from './read-images';
export { parseRequest, type ImagesRequest } from './parse-request';
export { readImages, type GivenImage } from './read-images';
export {
  describeUse,
  doneEvent,
  formatTyped,
  heartbeatFrame,
  renderEvents,
  renderResponse,
  type HostedImage,
} from './render-response';
export { imagesMax, requestSchema as imagesRequestSchema } from './request-schema';
