import { explainIssue, type FieldRules } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import {
  isMediaUrl,
  findUrl,
  requestSchema,
  type FrameField,
  type RequestFields,
} from './request-schema';
import type { VideoRequest } from './video-request';

const rules: FieldRules = { codes: { model: 'invalid_model_id' }, required: ['model', 'prompt'] };

/**
 * A video request with its aliases resolved.
 * Raises: missing_required_field, invalid_model_id, unsupported_param.
 */
export function parseVideoRequest(body: Readonly<Record<string, unknown>>): VideoRequest {
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], dropEmpty(body), rules);
  const fields = result.data;
  const frames = readFrames(fields);
  const references = fields.input_references ?? [];
  const inputVideo = fields.input_video ?? undefined;
  checkInputs({ ...frames, references, inputVideo });
  return {
    model: fields.model,
    prompt: fields.prompt,
    seconds: readSeconds(fields),
    resolution: fields.resolution ?? undefined,
    aspectRatio: fields.aspect_ratio ?? undefined,
    size: fields.size?.toLowerCase().replace('*', 'x'),
    wantsAudio: fields.generate_audio ?? undefined,
    hasWatermark: fields.watermark ?? false,
    ...frames,
    references,
    inputVideo,
    seed: fields.seed ?? undefined,
    callbackUrl: fields.callback_url ?? undefined,
  };
}

function readSeconds({ duration, seconds }: RequestFields): number | undefined {
  if (duration != null && seconds != null && duration !== seconds) {
    throw refuse('seconds', 'is another name of duration and says something else');
  }
  return duration ?? seconds ?? undefined;
}

interface Frames {
  readonly firstFrame: string | undefined;
  readonly lastFrame: string | undefined;
}

const firstFrameNames = ['input_image', 'image_url', 'input_reference'] as const;

function readFrames(fields: RequestFields): Frames {
  const found = new Map<string, string>();
  (fields.frame_images ?? []).forEach((frame, index) => {
    const param = `frame_images.${index}`;
    const type = readFrameType(frame, index);
    const url = findUrl(frame, 'image_url');
    if (typeof url !== 'string' || !isMediaUrl(url)) {
      throw refuse(param, 'must be a public https address');
    }
    if (found.has(type)) throw refuse(param, `is a second ${type}`);
    found.set(type, url);
  });
  for (const name of firstFrameNames) {
    const url = fields[name];
    if (url == null) continue;
    if (found.has('first_frame')) throw refuse(name, 'is a second first_frame');
    found.set('first_frame', url);
  }
  return { firstFrame: found.get('first_frame'), lastFrame: found.get('last_frame') };
}

/** Frames without a type are used in their order. */
function readFrameType(frame: FrameField, index: number): 'first_frame' | 'last_frame' {
  const type = typeof frame === 'string' ? undefined : frame.frame_type;
  return type ?? (index === 0 ? 'first_frame' : 'last_frame');
}

function checkInputs(inputs: Frames & Pick<VideoRequest, 'inputVideo' | 'references'>): void {
  const { firstFrame, inputVideo, lastFrame, references } = inputs;
  const hasFrames = firstFrame !== undefined || lastFrame !== undefined;
  if (hasFrames && firstFrame === undefined) {
    throw refuse('frame_images', 'a last_frame needs a first_frame');
  }
  if (hasFrames && inputVideo !== undefined) {
    throw refuse('input_video', 'cannot be combined with frames');
  }
  if (hasFrames && references.length > 0) {
    throw refuse('input_references', 'cannot be combined with frames');
  }
}

function refuse(param: string, why: string): AppError {
  return AppError.forParam('unsupported_param', param, `${param}: ${why}`);
}

/** A prompt without anything in it is as good as none. */
function dropEmpty(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { prompt } = body;
  const isEmpty = typeof prompt === 'string' && prompt.trim() === '';
  return isEmpty ? { ...body, prompt: undefined } : body;
}

/** The fields of a parsed body that the gateway reads; the rest is not passed on. */
export function pickVideoFields(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = new Set(Object.keys(requestSchema.shape));
  return Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
}
