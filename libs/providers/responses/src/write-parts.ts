import { AppError } from '@tollgate/errors';
import type { UpstreamTarget, UserPart } from '@tollgate/model-spec';
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
      return {
        type: 'input_image',
        image_url: part.url,
        // Unknown values pass too: the upstream may support them already.
        detail: (part.detail ?? 'auto') as 'auto',
      };
    case 'file':
      return {
        type: 'input_file',
        // The upstream refuses a file without a name.
        filename: part.filename ?? 'file.pdf',
        file_data: part.dataUri,
      };
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
