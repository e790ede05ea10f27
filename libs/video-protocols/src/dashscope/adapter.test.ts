import { join } from 'node:path';
import { AppError } from '@tollgate/errors';
import { makeSubmitInput, type SubmitChanges } from '../../test/make-submit-input';
import { describeVideoContract } from '../../test/video-contract';
import { dashscopeVideos } from './adapter';

const apiKey = 'sk-0123456789abcdef0123456789abcdef';
const jobId = '0385dc79-5ff8-4d82-bcb6-7a1d2d6f0c4e';
const url = 'https://media.example/gate.png';
const video = 'https://media.example/gate.mp4';
const older = { upstreamModel: 'wan2.5-t2v-preview' };
const prompt = 'A gate in the rain';
const plain = {
  model: 'video-1',
  input: { prompt },
  parameters: { resolution: '720P', ratio: '16:9', duration: 8, watermark: false },
};
const output = {
  kind: 'url',
  url: 'https://dashscope-result.example/1d/clip.mp4?Expires=1771243520',
} as const;
const completed = {
  kind: 'completed',
  outputs: [output],
  seconds: 8,
  nativeReason: 'SUCCEEDED',
} as const;

describeVideoContract({
  protocol: dashscopeVideos,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey,
  jobId,
  submitUrl: 'https://upstream.test/v1/services/aigc/video-generation/video-synthesis',
  pollUrl: `https://upstream.test/v1/tasks/${jobId}`,
  bodies: {
    'out of text': { body: plain },
    'out of text, by a model that wants pixels and speaks unless told not to': {
      changes: { target: older },
      body: {
        model: 'wan2.5-t2v-preview',
        input: { prompt },
        parameters: { size: '1280*720', duration: 8, watermark: false, audio: false },
      },
    },
    'with sound, a watermark and a seed': {
      changes: {
        target: older,
        request: { hasWatermark: true, seed: 7 },
        video: { hasAudio: true, resolution: '1080p', aspectRatio: '3:4' },
      },
      body: {
        model: 'wan2.5-t2v-preview',
        input: { prompt },
        parameters: { size: '1248*1632', duration: 8, watermark: true, seed: 7, audio: true },
      },
    },
    'with a seed for chance': { changes: { request: { seed: -1 } }, body: plain },
    'out of a frame': {
      changes: { request: { firstFrame: url }, video: { task: 'image', aspectRatio: undefined } },
      body: {
        model: 'video-1',
        input: { prompt, media: [{ type: 'first_frame', url }] },
        parameters: { resolution: '720P', duration: 8, watermark: false },
      },
    },
    'out of a frame, by an older model': {
      changes: {
        target: { upstreamModel: 'wan2.2-i2v-plus' },
        request: { firstFrame: url },
        video: { task: 'image', aspectRatio: undefined },
      },
      body: {
        model: 'wan2.2-i2v-plus',
        input: { prompt, img_url: url },
        parameters: { resolution: '720P', duration: 8, watermark: false },
      },
    },
    'between two frames, by an older model': {
      changes: {
        target: { upstreamModel: 'wanx2.1-kf2v-plus' },
        request: { firstFrame: url, lastFrame: url },
        video: { task: 'keyframes', aspectRatio: undefined },
      },
      body: {
        model: 'wanx2.1-kf2v-plus',
        input: { prompt, first_frame_url: url, last_frame_url: url },
        parameters: { resolution: '720P', duration: 8, watermark: false },
      },
    },
    'out of references, by an older model': {
      changes: {
        target: { upstreamModel: 'wan2.2-r2v' },
        request: { references: [url] },
        video: { task: 'reference' },
      },
      body: {
        model: 'wan2.2-r2v',
        input: { prompt, reference_urls: [url] },
        parameters: plain.parameters,
      },
    },
    'out of a video that goes on': {
      changes: { request: { inputVideo: video }, video: { task: 'continuation' } },
      body: { ...plain, input: { prompt, media: [{ type: 'first_clip', url: video }] } },
    },
    'out of a video and a reference': {
      changes: { request: { references: [url], inputVideo: video }, video: { task: 'edit' } },
      body: {
        ...plain,
        input: {
          prompt,
          media: [
            { type: 'video', url: video },
            { type: 'reference_image', url },
          ],
        },
      },
    },
  },
  verdicts: {
    'poll-queued': { kind: 'queued' },
    'poll-running': { kind: 'running', progress: undefined },
    'poll-completed': completed,
    'poll-completed-edit': { ...completed, inputSeconds: 5 },
    'poll-failed': {
      kind: 'failed',
      code: 'upstream_failed',
      message: 'Internal server error.',
      nativeReason: 'InternalError.Algo',
    },
    'poll-failed-moderation': {
      kind: 'failed',
      code: 'content_moderation',
      message: 'Output data may contain inappropriate content.',
      nativeReason: 'DataInspectionFailed',
    },
    'poll-cancelled': {
      kind: 'failed',
      code: 'cancelled',
      message: 'The provider ended the job: canceled',
      nativeReason: 'CANCELED',
    },
    'poll-forgotten': { kind: 'unknown' },
  },
  errors: {
    'error-request': {
      status: 400,
      failure: { kind: 'bad-request', message: 'The size is not match xxxxxx' },
    },
    'error-policy': {
      status: 400,
      failure: {
        kind: 'content-refused',
        message: 'Input data may contain inappropriate content.',
      },
    },
    'error-key': { status: 401, failure: { kind: 'auth' } },
    'error-access': { status: 403, failure: { kind: 'not-found' } },
  },
  makeAccepted: (id) => ({ output: { task_id: id, task_status: 'PENDING' }, request_id: 'x' }),
  makeCompleted: (duration) => ({
    output: { task_id: jobId, task_status: 'SUCCEEDED', video_url: output.url },
    usage: { duration },
  }),
  makeFailed: (message) => ({
    output: { task_id: jobId, task_status: 'FAILED', code: 'InternalError', message },
  }),
  makeErrorBody: (message) => ({ code: 'InvalidParameter', message, request_id: 'x' }),
});

describe('a job that the protocol cannot express', () => {
  it.each<[string, SubmitChanges]>([
    ['input_video', { target: older, request: { inputVideo: video }, video: { task: 'edit' } }],
    ['aspect_ratio', { target: older, video: { aspectRatio: '21:9' } }],
    ['seed', { request: { seed: 2 ** 31 } }],
  ])('is refused for its %s', (param, changes) => {
    let caught: unknown;
    try {
      dashscopeVideos.buildSubmit(makeSubmitInput({ changes }));
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(AppError);
    expect(caught).toMatchObject({ reason: 'unsupported_param', param });
  });

  it('is submitted asynchronously', () => {
    const { headers } = dashscopeVideos.buildSubmit(makeSubmitInput());
    expect(headers['x-dashscope-async']).toBe('enable');
  });
});
