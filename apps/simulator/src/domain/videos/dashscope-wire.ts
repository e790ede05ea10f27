import { asRecord, asRecords } from '../fields';
import { maskKey, type ErrorAnswer } from '../protocol';
import { computePixels, readPixels } from './read-size';
import {
  countMadeSeconds,
  findEndMs,
  type ReadOrder,
  type JobView,
  type VideoWire,
} from './video-job';

const secondsDefault = 5;
const secondsMax = 60;
const requestId = '4909100c-7b5a-9f92-bfe5-d1a2c3b4e5f6';

function readOrder(body: Readonly<Record<string, unknown>>): ReadOrder {
  const { model } = body;
  const { media, prompt } = asRecord(body['input']);
  const { duration = secondsDefault, ratio, resolution, size } = asRecord(body['parameters']);
  const fault = (message: string, param: string): ReadOrder => ({ kind: 'fault', message, param });
  if (typeof model !== 'string') return fault('model is required', 'model');
  if (typeof prompt !== 'string' || prompt === '') return fault('prompt is required', 'prompt');
  if (asRecords(media).some(({ type, url }) => typeof type !== 'string' || typeof url !== 'string'))
    return fault('The media is not valid', 'media');
  if (!Number.isInteger(duration) || Number(duration) < 1 || Number(duration) > secondsMax)
    return fault('The duration is not valid', 'duration');
  const pixels = size === undefined ? computePixels(resolution, ratio) : readPixels(size);
  if (pixels === undefined) return fault('The size is not match', 'size');
  return { kind: 'order', order: { model, prompt, seconds: Number(duration), ...pixels } };
}

const statuses = {
  queued: 'PENDING',
  running: 'RUNNING',
  completed: 'SUCCEEDED',
  failed: 'FAILED',
  cancelled: 'CANCELED',
} as const;

function renderJob({ contentUrl, job, state }: JobView): object {
  const base = {
    task_id: job.id,
    task_status: statuses[state],
    submit_time: formatTime(job.createdAtMs),
    scheduled_time: formatTime(job.createdAtMs),
  };
  if (state === 'failed')
    return {
      request_id: requestId,
      output: { ...base, end_time: formatTime(findEndMs(job)), ...makeError(job.script.fail) },
    };
  if (state !== 'completed') return { request_id: requestId, output: base };
  return {
    request_id: requestId,
    output: { ...base, end_time: formatTime(findEndMs(job)), video_url: contentUrl },
    usage: {
      duration: countMadeSeconds(job),
      size: `${job.width}*${job.height}`,
      SR: Math.min(job.width, job.height),
      video_count: 1,
    },
  };
}

function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('T', ' ').replace('Z', '');
}

function makeError(fail: JobView['job']['script']['fail']): object {
  if (fail === 'moderation') {
    return {
      code: 'DataInspectionFailed',
      message: 'Output data may contain inappropriate content.',
    };
  }
  return { code: 'InternalError.Algo', message: 'Internal server error.' };
}

function refuse(status: number, code: string, message: string, headers = {}): ErrorAnswer {
  return { status, headers, body: JSON.stringify({ code, message, request_id: requestId }) };
}

/** POST /v1/services/aigc/video-generation/video-synthesis */
export const dashscopeWire: VideoWire = {
  name: 'dashscope-videos',
  makeJobId: (id) => id,
  readOrder,
  renderAccepted: ({ job }) => ({
    output: { task_status: 'PENDING', task_id: job.id },
    request_id: requestId,
  }),
  renderJob,
  errors: {
    wrongKey: (key) => refuse(401, 'InvalidApiKey', `Invalid API-key provided: ${maskKey(key)}.`),
    missingKey: () => refuse(401, 'InvalidApiKey', 'No API-key provided.'),
    badRequest: (message) => refuse(400, 'InvalidParameter', message),
    tooLarge: () => refuse(413, 'RequestTooLarge', 'The request is too large.'),
    // It does not answer 404 for an expired task.
    notFound: (id) => ({
      status: 200,
      headers: {},
      body: JSON.stringify({
        request_id: requestId,
        output: { task_id: id, task_status: 'UNKNOWN' },
      }),
    }),
    scripted: ({ code = 'InternalError', key, retryAfterSeconds, status }) =>
      refuse(
        status,
        status === 429 ? 'Throttling.RateQuota' : code,
        status === 401 ? `Invalid API-key provided: ${maskKey(key)}.` : 'As the script says.',
        status === 429 ? { 'retry-after': String(retryAfterSeconds) } : {},
      ),
  },
};
