import { asRecord, asRecords } from '../fields';
import { maskKey, type ErrorAnswer } from '../protocol';
import { computePixels } from './read-size';
import {
  countMadeSeconds,
  findEndMs,
  type ReadOrder,
  type JobView,
  type VideoWire,
} from './video-job';

const secondsDefault = 5;
const secondsMax = 60;
const roles = ['first_frame', 'last_frame', 'reference_image', 'reference_video'];

function readOrder(body: Readonly<Record<string, unknown>>): ReadOrder {
  const { duration = secondsDefault, model, ratio, resolution } = body;
  const fault = (param: string): ReadOrder => ({
    kind: 'fault',
    message: `The parameter \`${param}\` specified in the request is not valid.`,
    param,
  });
  if (typeof model !== 'string') return fault('model');
  const content = asRecords(body['content']);
  const prompt = content.find(({ type }) => type === 'text')?.['text'];
  if (typeof prompt !== 'string' || prompt === '') return fault('content.text');
  const media = content.filter(({ type }) => type !== 'text');
  if (!media.every(isMedia)) return fault('content');
  if (!Number.isInteger(duration) || Number(duration) < 1 || Number(duration) > secondsMax)
    return fault('duration');
  const pixels = computePixels(resolution, ratio);
  return { kind: 'order', order: { model, prompt, seconds: Number(duration), ...pixels } };
}

function isMedia(part: Readonly<Record<string, unknown>>): boolean {
  const { role, type } = part;
  const { url } = asRecord(part[String(type)]);
  return (
    (type === 'image_url' || type === 'video_url') &&
    typeof url === 'string' &&
    roles.includes(String(role))
  );
}

const statuses = {
  queued: 'queued',
  running: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

function renderJob({ contentUrl, job, nowMs, state }: JobView): object {
  const base = {
    id: job.id,
    model: job.model,
    status: statuses[state],
    created_at: Math.floor(job.createdAtMs / 1_000),
    updated_at: Math.floor(Math.min(nowMs, findEndMs(job)) / 1_000),
    service_tier: 'default',
    execution_expires_after: 172_800,
  };
  if (state === 'failed') return { ...base, error: makeError(job.script.fail) };
  if (state !== 'completed') return base;
  const seconds = countMadeSeconds(job);
  const tokens = Math.round((job.width * job.height * 24 * seconds) / 1_024);
  return {
    ...base,
    content: { video_url: contentUrl },
    usage: { completion_tokens: tokens, total_tokens: tokens },
    seed: 7,
    resolution: `${Math.min(job.width, job.height)}p`,
    ratio: '16:9',
    duration: seconds,
    framespersecond: 24,
  };
}

function makeError(fail: JobView['job']['script']['fail']): object {
  if (fail === 'moderation') {
    return {
      code: 'OutputVideoSensitiveContentDetected',
      message: 'The request failed because the output video may contain sensitive information.',
    };
  }
  return { code: 'InternalServiceError', message: 'The service encountered an internal error.' };
}

function refuse(
  status: number,
  code: string,
  message: string,
  param = '',
  headers = {},
): ErrorAnswer {
  const body = JSON.stringify({ error: { code, message, param, type: code } });
  return { status, headers, body };
}

/** POST /v1/contents/generations/tasks */
export const arkWire: VideoWire = {
  name: 'ark-videos',
  makeJobId: (id) => `cgt-${id}`,
  readOrder,
  renderAccepted: ({ job }) => ({ id: job.id }),
  renderJob,
  errors: {
    wrongKey: (key) => refuse(401, 'AuthenticationError', `The API key ${maskKey(key)} is wrong.`),
    missingKey: () => refuse(401, 'AuthenticationError', 'The API key is missing.'),
    badRequest: (message, param) => refuse(400, 'InvalidParameter', message, param ?? ''),
    tooLarge: () => refuse(413, 'RequestEntityTooLarge', 'The request is too large.'),
    notFound: (id) => refuse(404, 'ResourceNotFound', `The task ${id} is not found.`),
    scripted: ({ code = 'InternalServiceError', key, retryAfterSeconds, status }) =>
      refuse(
        status,
        status === 429 ? 'RateLimitExceeded' : code,
        status === 401 ? `The API key ${maskKey(key)} is wrong.` : 'As the script says.',
        '',
        status === 429 ? { 'retry-after': String(retryAfterSeconds) } : {},
      ),
  },
};
