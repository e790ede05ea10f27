import { arkVideos } from '@tollgate/video-protocols/ark-videos';
import { dashscopeVideos } from '@tollgate/video-protocols/dashscope-videos';
import { geminiVideos } from '@tollgate/video-protocols/gemini-videos';
import { openaiVideos } from '@tollgate/video-protocols/openai-videos';
import type { VideoProtocol, VideoProtocolName } from '@tollgate/video-spec';
import { isVideoProtocol, type RouteProtocol } from './catalog';

const protocols: Readonly<Record<VideoProtocolName, VideoProtocol>> = {
  'openai-videos': openaiVideos,
  'ark-videos': arkVideos,
  'dashscope-videos': dashscopeVideos,
  'gemini-videos': geminiVideos,
};

/** Undefined for protocols that make no videos. */
export function findVideoProtocol(name: RouteProtocol): VideoProtocol | undefined {
  return isVideoProtocol(name) ? protocols[name] : undefined;
}
