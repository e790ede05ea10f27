import type { FittedVideo } from '../video-request';
import type { SubmitInput, VideoHttpRequest } from '../video-protocol';
import { signRequest } from '../sign-request';

type Wire = Readonly<Record<string, unknown>>;

export function buildSubmit({ prompt, request, target, video }: SubmitInput): VideoHttpRequest {
  const { aspectRatio, resolution, seconds } = video;
  const body = {
    model: target.upstreamModel,
    content: [{ type: 'text', text: dropFlags(prompt) }, ...writeMedia(request)],
    ...(resolution === undefined ? {} : { resolution }),
    ...(aspectRatio === undefined ? {} : { ratio: aspectRatio }),
    duration: seconds,
    watermark: request.hasWatermark,
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    ...writeAudio(video, target.upstreamModel),
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/contents/generations/tasks`,
    headers: { ...signRequest(target), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Ark parses options in the prompt too; they would change what the hold was computed for. */
const flagNames = [
  ...['rs', 'resolution', 'rt', 'ratio', 'dur', 'duration', 'frames', 'fps', 'framespersecond'],
  ...['wm', 'watermark', 'seed', 'cf', 'camerafixed', 'generate_audio', 'draft', 'service_tier'],
];
const flags = new RegExp(`(?:^|\\s)--(?:${flagNames.join('|')})\\b(?:[\\s=]+[^\\s-]\\S*)?`, 'gi');

function dropFlags(prompt: string): string {
  return prompt.replace(flags, '').trim();
}

function writeMedia(request: SubmitInput['request']): readonly Wire[] {
  const { firstFrame, inputVideo, lastFrame, references } = request;
  return [
    ...(firstFrame === undefined ? [] : [writeImage(firstFrame, 'first_frame')]),
    ...(lastFrame === undefined ? [] : [writeImage(lastFrame, 'last_frame')]),
    ...references.map((url) => writeImage(url, 'reference_image')),
    ...(inputVideo === undefined
      ? []
      : [{ type: 'video_url', video_url: { url: inputVideo }, role: 'reference_video' }]),
  ];
}

function writeImage(url: string, role: string): Wire {
  return { type: 'image_url', image_url: { url }, role };
}

/** Models before 1.5 have no audio option; later ones make audio unless it is switched off. */
const silentModels = /seedance-1-0|wan2-1/;

function writeAudio({ hasAudio }: FittedVideo, upstreamModel: string): Wire {
  return silentModels.test(upstreamModel) ? {} : { generate_audio: hasAudio };
}
