import {
  arkVideos,
  dashscopeVideos,
  geminiVideos,
  openaiVideos,
  type VideoProtocol,
  type VideoProtocolName,
  videoProtocols,
} from '@tollgate/video-protocols';

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
