import { asRecord, asRecords } from '../fields';
import { errors } from '../protocols/gemini/render-error';
import { computePixels } from './read-size';
import type { ReadOrder, JobView, VideoWire } from './video-job';

const secondsDefault = 8;
const secondsMax = 60;

/** The path names the model. */
function readOrder(body: Readonly<Record<string, unknown>>, model: string): ReadOrder {
  const [{ prompt } = {}] = asRecords(body['instances']);
  const {
    aspectRatio,
    durationSeconds = secondsDefault,
    resolution,
  } = asRecord(body['parameters']);
  const fault = (message: string): ReadOrder => ({ kind: 'fault', message, param: null });
  if (typeof prompt !== 'string' || prompt === '') return fault('`prompt` is required.');
  const seconds = Number(durationSeconds);
  if (!Number.isInteger(durationSeconds) || seconds < 1 || seconds > secondsMax)
    return fault('The number value for `durationSeconds` is out of bound.');
  const pixels = computePixels(resolution, aspectRatio);
  return { kind: 'order', order: { model, prompt, seconds, ...pixels } };
}

function nameJob({ job }: JobView): string {
  return `models/veo/operations/${job.id}`;
}

function renderJob(view: JobView): object {
  const name = nameJob(view);
  const { contentUrl, job, state } = view;
  if (state === 'queued' || state === 'running') return { name };
  if (state === 'completed') {
    const sample = { video: { uri: contentUrl } };
    return {
      name,
      done: true,
      response: {
        '@type': 'type.googleapis.com/google.ai.generativelanguage.PredictLongRunningResponse',
        generateVideoResponse: { generatedSamples: [sample] },
      },
    };
  }
  if (job.script.fail === 'moderation') {
    const reasons = ['We could not create your video. Try to change your prompt.'];
    return {
      name,
      done: true,
      response: {
        generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: reasons },
      },
    };
  }
  return { name, done: true, error: { code: 13, message: 'Video generation failed.' } };
}

/** POST /v1/models/{model}:predictLongRunning */
export const geminiWire: VideoWire = {
  name: 'gemini-videos',
  readKey: (headers) => String(headers['x-goog-api-key'] ?? '').trim(),
  makeJobId: (id) => id,
  // This URL redirects to /download.
  makeContentUrl: (host, { id }) => `http://${host}/v1/files/${id}:download?alt=media`,
  readOrder,
  renderAccepted: (view) => ({ name: nameJob(view) }),
  renderJob,
  errors: {
    ...errors,
    notFound: (id) => ({
      status: 404,
      headers: {},
      body: JSON.stringify({
        error: { code: 404, message: `Operation ${id} not found.`, status: 'NOT_FOUND' },
      }),
    }),
  },
};
