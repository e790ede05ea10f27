export { findSecondsMax, fitVideo } from './fit-video';
export {
  countVideoSeconds,
  makeVideoJobLines,
  measureVideo,
  rateVideo,
  type VideoRate,
} from './measure-video';
export { isCallbackUrl, isMediaUrl } from './media-url';
export { parseVideoRequest, pickVideoFields } from './parse-request';
export {
  leavesOpen,
  makeFailed,
  parseJobAnswer,
  readAccepted,
  readJobSeconds,
  readOutputUrl,
  readProgress,
} from './read-job';
export { findAspectRatio, readRatio, readSize, type SizeReading } from './read-size';
export type { VideoModel } from './video-model';
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
export { arkVideos } from './ark/adapter';
export { dashscopeVideos } from './dashscope/adapter';
export { geminiVideos } from './gemini/adapter';
export { openaiVideos } from './openai/adapter';
