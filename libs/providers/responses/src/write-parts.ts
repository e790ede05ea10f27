import { AppError } from '@tollgate/errors';
import { formatDataUri, inlineText, makeFileFault, readFileContent } from '@tollgate/model-kit';
import type { FilePart, UpstreamTarget, UserPart } from '@tollgate/model-spec';
import type { ResponseInputContent } from './wire';

interface WireAudio {
  readonly type: 'input_audio';
  readonly input_audio: { readonly data: string; readonly format: string };
}

interface WireVideo {
  readonly type: 'input_video';
  readonly video_url: string;
}

export type WirePart = ResponseInputContent | WireAudio | WireVideo;

export function writePart(
  part: UserPart,
  { supportedParameters }: Pick<UpstreamTarget, 'supportedParameters'>,
): WirePart {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image':
      return writeImage(part.url, part.detail);
    case 'file':
      return writeFile(part);
    case 'audio':
      return { type: 'input_audio', input_audio: { data: part.data, format: part.format } };
    case 'video':
      if (supportedParameters.includes('video_input')) {
        return { type: 'input_video', video_url: part.url };
      }
      throw new AppError('invalid_modality_for_model', {
        message: 'The model does not take video',
      });
  }
}

function writeImage(url: string, detail = 'auto'): WirePart {
  // Unknown values of `detail` pass too: the upstream may support them already.
  return { type: 'input_image', image_url: url, detail: detail as 'auto' };
}

/** Office files pass: OpenAI's own models read them here, but not in Chat. */
function writeFile({ dataUri, filename }: FilePart): WirePart {
  const content = readFileContent(dataUri);
  if (content === undefined) throw makeFileFault(content);
  switch (content.kind) {
    case 'image':
      return writeImage(dataUri);
    case 'text':
      return { type: 'input_text', text: inlineText(content, filename) };
    default:
      return {
        type: 'input_file',
        // The upstream refuses a file without a name.
        filename: filename ?? 'file.pdf',
        file_data: formatDataUri(content),
      };
  }
}
