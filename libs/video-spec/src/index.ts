export {
  videoProtocols,
  type SubmitInput,
  type SubmitReading,
  type VideoHttpAnswer,
  type VideoHttpRequest,
  type VideoOutput,
  type VideoProtocol,
  type VideoProtocolName,
  type VideoTarget,
  type VideoVerdict,
} from './video-protocol';
export { videoTasks, type FittedVideo, type VideoRequest, type VideoTask } from './video-request';
