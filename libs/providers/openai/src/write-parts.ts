import { formatDataUri, inlineText, makeFileFault, readFileContent } from '@tollgate/model-kit';
import type {
  AudioPart,
  CacheControl,
  FilePart,
  ImagePart,
  TextPart,
  UserPart,
  VideoPart,
} from '@tollgate/model-spec';
import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';

interface WireVideo {
  readonly type: 'video_url';
  readonly video_url: { readonly url: string };
}

export type WirePart = (ChatCompletionContentPart | WireVideo) & {
  readonly cache_control?: CacheControl;
};

export function writePart(part: UserPart): WirePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...writeMarker(part) };
    case 'image':
      return writeImage(part);
    case 'file':
      return writeFile(part);
    case 'audio':
      return writeAudio(part);
    case 'video':
      return writeVideo(part);
  }
}

/** Plain text as a string, which every provider accepts; everything else as parts. */
export function writeContent(parts: readonly UserPart[]): string | WirePart[] {
  const [first] = parts;
  const isPlain = parts.length === 1 && first?.type === 'text' && first.cacheControl === undefined;
  return isPlain ? first.text : parts.map(writePart);
}

/** The cache breakpoint exactly as the caller sent it. */
export function writeMarker({ cacheControl }: Pick<TextPart, 'cacheControl'>): {
  cache_control?: CacheControl;
} {
  return cacheControl === undefined ? {} : { cache_control: cacheControl };
}

function writeImage({ detail, url, ...part }: ImagePart): WirePart {
  // Unknown values pass too: the upstream may support them already.
  const image = { url, ...(detail === undefined ? {} : { detail: detail as 'auto' }) };
  return { type: 'image_url', image_url: image, ...writeMarker(part) };
}

/** Chat takes PDFs only: pictures and texts have parts of their own. Raises unsupported_param. */
function writeFile({ dataUri, filename, ...part }: FilePart): WirePart {
  const content = readFileContent(dataUri);
  switch (content?.kind) {
    case 'pdf': {
      // The upstream refuses a file without a name.
      const file = { filename: filename ?? 'file.pdf', file_data: formatDataUri(content) };
      return { type: 'file', file, ...writeMarker(part) };
    }
    case 'image':
      return writeImage({ ...part, type: 'image', url: dataUri });
    case 'text':
      return { type: 'text', text: inlineText(content, filename), ...writeMarker(part) };
    default:
      throw makeFileFault(content);
  }
}

function writeAudio({ data, format }: AudioPart): WirePart {
  return { type: 'input_audio', input_audio: { data, format: format as 'wav' } };
}

function writeVideo({ url }: VideoPart): WirePart {
  return { type: 'video_url', video_url: { url } };
}
