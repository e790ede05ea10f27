import { join } from 'node:path';
import { AppError } from '@tollgate/errors';
import { makeSubmitInput, type SubmitChanges } from '../../test/make-submit-input';
import { describeVideoContract } from '../../test/video-contract';
import { geminiVideos } from './adapter';

const apiKey = 'AIzaSy0123456789abcdefghijklmnopqrs';
const jobId = 'models/veo-3.1-generate-preview/operations/idpxlp0mcgq5';
const url = 'https://media.example/gate';
const plain = {
  instances: [{ prompt: 'A gate in the rain' }],
  parameters: { aspectRatio: '16:9', resolution: '720p', durationSeconds: 8 },
};
const nameJob = (id: string): string => `models/video-1/operations/${id}`;
const completed = {
  kind: 'completed',
  outputs: [
    {
      kind: 'request',
      request: {
        method: 'GET',
        url: 'https://upstream.test/download/v1/files/m3p6bdzxs9f2:download?alt=media',
        headers: {
          'x-team': 'blue',
          accept: 'video/mp4',
          'accept-encoding': 'identity',
          'x-goog-api-key': apiKey,
        },
      },
    },
  ],
  seconds: undefined,
  nativeReason: 'done',
} as const;

describeVideoContract({
  protocol: geminiVideos,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey,
  jobId,
  keyHeader: ['x-goog-api-key', ''],
  nameJob,
  lacks: ['queued', 'seconds', 'status'],
  submitUrl: 'https://upstream.test/v1/models/video-1:predictLongRunning',
  pollUrl: `https://upstream.test/v1/${jobId}`,
  bodies: {
    'out of text': { body: plain },
    'with sound, a watermark and a seed for chance': {
      changes: { request: { hasWatermark: true, seed: -1 }, video: { hasAudio: true } },
      body: plain,
    },
    'in whatever size': {
      changes: { video: { resolution: undefined, aspectRatio: undefined } },
      body: { ...plain, parameters: { durationSeconds: 8 } },
    },
  },
  verdicts: {
    'poll-running': { kind: 'running', progress: undefined },
    'poll-completed': completed,
    // The key is not sent to another host.
    'poll-completed-elsewhere': {
      ...completed,
      outputs: [{ kind: 'url', url: 'https://storage.example/m3p6bdzxs9f2.mp4' }],
    },
    'poll-failed': {
      kind: 'failed',
      code: 'upstream_failed',
      message: 'Video generation failed due to an internal server issue.',
      nativeReason: '13',
    },
    'poll-failed-moderation': {
      kind: 'failed',
      code: 'content_moderation',
      message: 'The prompt could not be submitted. It might violate our usage guidelines.',
      nativeReason: '3',
    },
    'poll-filtered': {
      kind: 'failed',
      code: 'content_moderation',
      message: 'We could not create your video. Try to change your prompt.',
      nativeReason: 'raiMediaFiltered',
    },
    'poll-empty': { kind: 'unknown' },
  },
  errors: {
    'error-request': {
      status: 400,
      failure: {
        kind: 'bad-request',
        message: 'The number value for `durationSeconds` is out of bound.',
      },
    },
    'error-policy': {
      status: 400,
      failure: {
        kind: 'content-refused',
        message: 'The prompt was refused by our safety settings.',
      },
    },
    'error-key': { status: 400, failure: { kind: 'auth' } },
    'error-gone': { status: 404, failure: { kind: 'not-found' } },
  },
  makeAccepted: (id) => ({ name: typeof id === 'string' ? nameJob(id) : id }),
  makeCompleted: (seconds) => ({
    name: jobId,
    done: true,
    response: { generateVideoResponse: { generatedSamples: [{ video: { uri: url } }], seconds } },
  }),
  makeFailed: (message) => ({ name: jobId, done: true, error: { code: 13, message } }),
  makeErrorBody: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
});

describe('a job that the protocol cannot express', () => {
  it.each<[string, SubmitChanges]>([
    ['frame_images', { request: { firstFrame: url }, video: { task: 'image' } }],
    ['input_references', { request: { references: [url] }, video: { task: 'reference' } }],
    ['input_video', { request: { inputVideo: url }, video: { task: 'edit' } }],
    ['seed', { request: { seed: 7 } }],
  ])('is refused for its %s', (param, changes) => {
    let caught: unknown;
    try {
      geminiVideos.buildSubmit(makeSubmitInput({ changes }));
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(AppError);
    expect(caught).toMatchObject({ reason: 'unsupported_param', param });
  });

  it('has no resolution where the model has one only', () => {
    const changes = { target: { upstreamModel: 'veo-2.0-generate-001' } };
    const { body } = geminiVideos.buildSubmit(makeSubmitInput({ changes }));
    expect(body).not.toContain('resolution');
  });
});

describe('an operation that is neither done nor not', () => {
  it.each(['yes', 1, null])('is no verdict: %p', (done) => {
    const target = { baseUrl: 'https://upstream.test/v1', apiKey, headers: {} };
    const answer = { status: 200, headers: {}, text: JSON.stringify({ name: jobId, done }) };
    expect(geminiVideos.readPoll(answer, target, jobId)).toEqual({ kind: 'unknown' });
  });
});
