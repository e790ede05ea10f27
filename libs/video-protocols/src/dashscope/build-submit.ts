import { AppError } from '@tollgate/errors';
import type { FittedVideo } from '../video-request';
import type { SubmitInput, VideoHttpRequest } from '../video-protocol';
import { signRequest } from '../sign-request';
import { writeMedia, writeNamedMedia } from './write-media';

type Wire = Readonly<Record<string, unknown>>;

/** Up to Wan 2.6 every input had a field of its own, and text jobs took a size in pixels. */
const olderModels = /^wanx?2\.[1-6]/;
/** These make audio unless it is switched off; others have no such option. */
const speakingModels = /^wan2\.[56]/;
const seedMax = 2 ** 31 - 1;

export function buildSubmit(input: SubmitInput): VideoHttpRequest {
  const { prompt, request, target, video } = input;
  const isOlder = olderModels.test(target.upstreamModel);
  const body = {
    model: target.upstreamModel,
    input: { prompt, ...(isOlder ? writeNamedMedia(request) : writeMedia(request, video.task)) },
    parameters: {
      ...(isOlder && video.task === 'text' ? writePixels(video) : writeShape(video)),
      duration: video.seconds,
      watermark: request.hasWatermark,
      ...writeSeed(request.seed),
      ...(speakingModels.test(target.upstreamModel) ? { audio: video.hasAudio } : {}),
    },
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/services/aigc/video-generation/video-synthesis`,
    headers: {
      ...signRequest(target),
      'content-type': 'application/json',
      // Required: the provider refuses synchronous video jobs.
      'x-dashscope-async': 'enable',
    },
    body: JSON.stringify(body),
  };
}

const pixels: Readonly<Record<string, string>> = {
  '480p 16:9': '832*480',
  '480p 9:16': '480*832',
  '480p 1:1': '624*624',
  '720p 16:9': '1280*720',
  '720p 9:16': '720*1280',
  '720p 1:1': '960*960',
  '720p 4:3': '1088*832',
  '720p 3:4': '832*1088',
  '1080p 16:9': '1920*1080',
  '1080p 9:16': '1080*1920',
  '1080p 1:1': '1440*1440',
  '1080p 4:3': '1632*1248',
  '1080p 3:4': '1248*1632',
};

function writePixels({ aspectRatio = '16:9', resolution }: FittedVideo): Wire {
  if (resolution === undefined) return {};
  const size = pixels[`${resolution} ${aspectRatio}`];
  if (size !== undefined) return { size };
  throw new AppError('unsupported_param', {
    message: `aspect_ratio: the provider makes no ${aspectRatio} in ${resolution}`,
    param: 'aspect_ratio',
  });
}

function writeShape({ aspectRatio, resolution }: FittedVideo): Wire {
  return {
    ...(resolution === undefined ? {} : { resolution: resolution.toUpperCase() }),
    ...(aspectRatio === undefined ? {} : { ratio: aspectRatio }),
  };
}

/** None is its word for chance. */
function writeSeed(seed: number | undefined): Wire {
  if (seed === undefined || seed < 0) return {};
  if (seed <= seedMax) return { seed };
  throw new AppError('unsupported_param', {
    message: `seed: the provider takes at most ${seedMax}`,
    param: 'seed',
  });
}
