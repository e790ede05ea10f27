import {
  arkVideos,
  dashscopeVideos,
  geminiVideos,
  openaiVideos,
  type VideoProtocol,
  type VideoProtocolName,
} from '@tollgate/video-protocols';
import { isVideoProtocol, type RouteProtocol } from '../catalog/catalog';

const protocols: Readonly<Record<VideoProtocolName, VideoProtocol>> = {
  'openai-videos': openaiVideos,
  'ark-videos': arkVideos,
  'dashscope-videos': dashscopeVideos,
  'gemini-videos': geminiVideos,
};

/** Undefined for other protocols. */
export function findVideoProtocol(name: RouteProtocol): VideoProtocol | undefined {
  return isVideoProtocol(name) ? protocols[name] : undefined;
}
