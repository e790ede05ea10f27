import { readRatio, readSize } from '../read-size';
import type { FittedVideo } from '../video-request';
import type { SubmitInput, VideoHttpRequest } from '../video-protocol';
import { signRequest } from '../sign-request';

type Wire = Readonly<Record<string, unknown>>;

export function buildSubmit({ prompt, request, target, video }: SubmitInput): VideoHttpRequest {
  const body = {
    model: target.upstreamModel,
    prompt,
    seconds: String(video.seconds),
    ...writeSize(video, request.size),
    ...writeInputs(request),
    // OpenAI itself has no such fields: they are sent only when the caller set them.
    ...(video.hasAudio ? { generate_audio: true } : {}),
    ...(request.hasWatermark ? { watermark: true } : {}),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/videos`,
    headers: { ...signRequest(target), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** One frame is OpenAI's own; the rest is how gateways of this kind spell it. */
function writeInputs(request: SubmitInput['request']): Wire {
  const { firstFrame, inputVideo, lastFrame, references } = request;
  if (firstFrame !== undefined && lastFrame !== undefined) {
    return { frame_images: [writeFrame(firstFrame, 'first'), writeFrame(lastFrame, 'last')] };
  }
  return {
    ...(firstFrame === undefined ? {} : { input_reference: { image_url: firstFrame } }),
    ...(references.length === 0 ? {} : { input_references: [...references] }),
    ...(inputVideo === undefined ? {} : { input_video: { url: inputVideo } }),
  };
}

function writeFrame(url: string, place: 'first' | 'last'): Wire {
  return { type: 'image_url', image_url: { url }, frame_type: `${place}_frame` };
}

/** Sizes whose pixels differ from the computed ones. */
const knownSizes: Readonly<Record<string, string>> = {
  '480p 16:9': '832x480',
  '480p 9:16': '480x832',
  '1024p 16:9': '1792x1024',
  '1024p 9:16': '1024x1792',
};
const shapeDefault = '16:9';

function writeSize({ aspectRatio, resolution }: FittedVideo, asked: string | undefined): Wire {
  if (resolution === undefined) return {};
  const { ratio: askedRatio, resolution: askedResolution } = readSize(asked);
  if (askedRatio !== undefined && askedResolution === resolution) return { size: asked };
  const shape = aspectRatio ?? shapeDefault;
  const size = knownSizes[`${resolution} ${shape}`] ?? computeSize(resolution, shape);
  return size === undefined ? { resolution, aspect_ratio: aspectRatio } : { size };
}

function computeSize(resolution: string, shape: string): string | undefined {
  const side = Number(/^(\d+)p$/.exec(resolution)?.[1]);
  const ratio = readRatio(shape);
  if (Number.isNaN(side) || ratio === undefined) return undefined;
  const even = (length: number): number => 2 * Math.round(length / 2);
  return ratio >= 1 ? `${even(side * ratio)}x${side}` : `${side}x${even(side / ratio)}`;
}
