import { arkVideos } from '@tollgate/video-protocols/ark-videos';
import { dashscopeVideos } from '@tollgate/video-protocols/dashscope-videos';
import { geminiVideos } from '@tollgate/video-protocols/gemini-videos';
import { openaiVideos } from '@tollgate/video-protocols/openai-videos';
import type { VideoProtocol } from '@tollgate/video-spec';

const protocols: readonly VideoProtocol[] = [
  openaiVideos,
  arkVideos,
  dashscopeVideos,
  geminiVideos,
];
const byName: ReadonlyMap<string, VideoProtocol> = new Map(
  protocols.map((protocol) => [protocol.protocol, protocol]),
);

/** How a provider wants to be spoken to; undefined when nobody here knows it. */
export function findProtocol(name: string): VideoProtocol | undefined {
  return byName.get(name);
}
