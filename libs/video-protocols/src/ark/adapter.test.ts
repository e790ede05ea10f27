import { join } from 'node:path';
import { describeVideoContract } from '../../test/video-contract';
import { arkVideos } from './adapter';

const apiKey = '3c1f7a52-9d0e-4b6c-8a17-5e2d9b40c6f1';
const jobId = 'cgt-20260215120415-68d9t';
const url = 'https://media.example/gate.png';
const video = 'https://media.example/gate.mp4';
const text = { type: 'text', text: 'A gate in the rain' };
const plain = {
  model: 'video-1',
  content: [text],
  resolution: '720p',
  ratio: '16:9',
  duration: 8,
  watermark: false,
  generate_audio: false,
};
const output = {
  kind: 'url',
  url: 'https://ark-content-generation.example/seedance/clip.mp4?X-Tos-Expires=86400',
} as const;

describeVideoContract({
  protocol: arkVideos,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey,
  jobId,
  submitUrl: 'https://upstream.test/v1/contents/generations/tasks',
  pollUrl: `https://upstream.test/v1/contents/generations/tasks/${jobId}`,
  bodies: {
    'out of text': { body: plain },
    'with sound, a watermark and a seed': {
      changes: { request: { hasWatermark: true, seed: -1 }, video: { hasAudio: true } },
      body: { ...plain, generate_audio: true, watermark: true, seed: -1 },
    },
    'without a word of sound to a model that has none': {
      changes: { target: { upstreamModel: 'seedance-1-0-pro-250528' } },
      body: { ...plain, model: 'seedance-1-0-pro-250528', generate_audio: undefined },
    },
    'without options that the prompt brings along': {
      changes: {
        prompt:
          'A gate --resolution 1080p in the rain --dur 12 --rs=4k --wm --ratio 21:9 -- and a road',
      },
      body: { ...plain, content: [{ type: 'text', text: 'A gate in the rain -- and a road' }] },
    },
    'out of a frame': {
      changes: {
        request: { firstFrame: url },
        video: { task: 'image', aspectRatio: undefined, resolution: undefined },
      },
      body: {
        ...plain,
        content: [text, { type: 'image_url', image_url: { url }, role: 'first_frame' }],
        ratio: undefined,
        resolution: undefined,
      },
    },
    'between two frames': {
      changes: { request: { firstFrame: url, lastFrame: url }, video: { task: 'keyframes' } },
      body: {
        ...plain,
        content: [
          text,
          { type: 'image_url', image_url: { url }, role: 'first_frame' },
          { type: 'image_url', image_url: { url }, role: 'last_frame' },
        ],
      },
    },
    'out of a video and a reference': {
      changes: { request: { references: [url], inputVideo: video }, video: { task: 'edit' } },
      body: {
        ...plain,
        content: [
          text,
          { type: 'image_url', image_url: { url }, role: 'reference_image' },
          { type: 'video_url', video_url: { url: video }, role: 'reference_video' },
        ],
      },
    },
  },
  verdicts: {
    'poll-queued': { kind: 'queued' },
    'poll-running': { kind: 'running', progress: undefined },
    'poll-completed': {
      kind: 'completed',
      outputs: [output],
      seconds: 8,
      nativeReason: 'succeeded',
    },
    'poll-completed-frames': {
      kind: 'completed',
      outputs: [output],
      seconds: 121 / 24,
      nativeReason: 'succeeded',
    },
    'poll-failed': {
      kind: 'failed',
      code: 'upstream_failed',
      message: 'The service encountered an unexpected internal error.',
      nativeReason: 'InternalServiceError',
    },
    'poll-failed-moderation': {
      kind: 'failed',
      code: 'content_moderation',
      message: 'The request failed because the output video may contain sensitive information.',
      nativeReason: 'OutputVideoSensitiveContentDetected',
    },
    'poll-cancelled': {
      kind: 'failed',
      code: 'cancelled',
      message: 'The provider ended the job: cancelled',
      nativeReason: 'cancelled',
    },
    'poll-expired': {
      kind: 'failed',
      code: 'cancelled',
      message: 'The provider ended the job: expired',
      nativeReason: 'expired',
    },
  },
  errors: {
    'error-request': {
      status: 400,
      failure: {
        kind: 'bad-request',
        message: 'The parameter `duration` specified in the request is not valid.',
      },
    },
    'error-policy': {
      status: 400,
      failure: {
        kind: 'content-refused',
        message: 'The request failed because the input text may contain sensitive information.',
      },
    },
    'error-key': { status: 401, failure: { kind: 'auth' } },
    'error-closed': { status: 404, failure: { kind: 'not-found' } },
  },
  makeAccepted: (id) => ({ id }),
  makeCompleted: (duration) => ({
    id: jobId,
    status: 'succeeded',
    content: { video_url: output.url },
    duration,
  }),
  makeFailed: (message) => ({ id: jobId, status: 'failed', error: { code: 'Failed', message } }),
  makeErrorBody: (message) => ({ error: { message, code: 'InvalidParameter' } }),
});

describe('a task that succeeded', () => {
  it.each([undefined, '', 'clip.mp4', 'file:///etc/passwd', 7])(
    'without anything to fetch is no verdict: %p',
    (address) => {
      const body = { id: jobId, status: 'succeeded', content: { video_url: address } };
      const target = { baseUrl: 'https://upstream.test/v1', apiKey, headers: {} };
      const answer = { status: 200, headers: {}, text: JSON.stringify(body) };
      expect(arkVideos.readPoll(answer, target, jobId)).toEqual({ kind: 'unknown' });
    },
  );
});
