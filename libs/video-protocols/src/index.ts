export { fitVideo } from './fit-video';
export { measureVideo, rateVideo, type VideoRate } from './measure-video';
export { parseVideoRequest, pickVideoFields } from './parse-request';
export { makeFailed } from './read-job';
export { readSize } from './read-size';
export type { VideoModel } from './video-request';
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
export { videoTasks, type FittedVideo, type VideoRequest } from './video-request';
export { arkVideos } from './ark/adapter';
export { dashscopeVideos } from './dashscope/adapter';
export { geminiVideos } from './gemini/adapter';
export { openaiVideos } from './openai/adapter';
