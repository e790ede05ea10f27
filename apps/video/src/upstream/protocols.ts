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

/** The protocol of a provider; undefined when it is unknown here. */
export function findProtocol(name: string): VideoProtocol | undefined {
  const known = videoProtocols.find((candidate) => candidate === name);
  return known && protocols[known];
}
