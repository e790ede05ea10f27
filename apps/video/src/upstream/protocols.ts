import { arkVideos } from '@tollgate/video-protocols/ark-videos';
import { dashscopeVideos } from '@tollgate/video-protocols/dashscope-videos';
import { geminiVideos } from '@tollgate/video-protocols/gemini-videos';
import { openaiVideos } from '@tollgate/video-protocols/openai-videos';
import { videoProtocols, type VideoProtocol, type VideoProtocolName } from '@tollgate/video-spec';

const protocols: Readonly<Record<VideoProtocolName, VideoProtocol>> = {
  'openai-videos': openaiVideos,
  'ark-videos': arkVideos,
  'dashscope-videos': dashscopeVideos,
  'gemini-videos': geminiVideos,
};

/** How a provider wants to be spoken to; undefined when nobody here knows it. */
export function findProtocol(name: string): VideoProtocol | undefined {
  const known = videoProtocols.find((candidate) => candidate === name);
  return known && protocols[known];
}
