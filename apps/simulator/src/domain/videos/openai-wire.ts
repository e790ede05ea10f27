import { asRecord } from '../fields';
import { errors } from '../protocols/openai/render-error';
import { readPixels } from './read-size';
import {
  countMadeSeconds,
  findEndMs,
  readJobProgress,
  type ReadOrder,
  type JobView,
  type VideoWire,
} from './video-job';

const secondsDefault = 4;
const secondsMax = 60;
const sizeDefault = { width: 720, height: 1_280 };

function readOrder(body: Readonly<Record<string, unknown>>): ReadOrder {
  const { model, prompt, size } = body;
  const fault = (message: string, param: string): ReadOrder => ({ kind: 'fault', message, param });
  if (typeof model !== 'string') return fault("Missing required parameter: 'model'.", 'model');
  if (typeof prompt !== 'string' || prompt === '')
    return fault("Missing required parameter: 'prompt'.", 'prompt');
  const seconds = readSeconds(body['seconds']);
  if (seconds === undefined)
    return fault("Invalid type for 'seconds': expected a string of a number.", 'seconds');
  const pixels = size === undefined ? sizeDefault : readPixels(size);
  if (pixels === undefined) return fault(`Invalid size: ${JSON.stringify(size)}.`, 'size');
  const reference = body['input_reference'];
  if (reference !== undefined && typeof asRecord(reference)['image_url'] !== 'string')
    return fault("Invalid type for 'input_reference'.", 'input_reference');
  return { kind: 'order', order: { model, prompt, seconds, ...pixels } };
}

/** OpenAI takes them as text only. */
function readSeconds(value: unknown = String(secondsDefault)): number | undefined {
  const seconds = typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= secondsMax ? seconds : undefined;
}

const statuses = {
  queued: 'queued',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
} as const;

function render(view: JobView): object {
  const { job, nowMs, state } = view;
  const hasEnded = state !== 'queued' && state !== 'running';
  return {
    id: job.id,
    object: 'video',
    created_at: Math.floor(job.createdAtMs / 1_000),
    status: statuses[state],
    model: job.model,
    progress: readJobProgress(job, nowMs),
    seconds: String(countMadeSeconds(job)),
    size: `${job.width}x${job.height}`,
    prompt: null,
    completed_at: state === 'completed' ? Math.floor(findEndMs(job) / 1_000) : null,
    expires_at: null,
    error: hasEnded && state !== 'completed' ? makeError(job.script.fail) : null,
    remixed_from_video_id: null,
  };
}

function makeError(fail: JobView['job']['script']['fail']): object {
  if (fail === 'moderation') {
    return {
      code: 'moderation_blocked',
      message: 'Your request was blocked by our moderation system.',
    };
  }
  return { code: 'video_generation_failed', message: 'Video generation failed.' };
}

/** POST /v1/videos */
export const openaiWire: VideoWire = {
  name: 'openai-videos',
  makeJobId: (id) => `video_${id}`,
  readOrder,
  renderAccepted: render,
  renderJob: render,
  errors: {
    ...errors,
    notFound: (id) => ({
      status: 404,
      headers: {},
      body: JSON.stringify({
        error: {
          message: `Video with id '${id}' not found.`,
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      }),
    }),
  },
};
