import { join } from 'node:path';
import { describeVideoContract } from '../../test/video-contract';
import { openaiVideos } from './adapter';

const apiKey = 'sk-proj-0123456789abcdef';
const jobId = 'video_68d7512d07848190b3e45da0ecbebcde004da08e1e0678d5';
const url = 'https://media.example/gate.png';
const plain = {
  model: 'video-1',
  prompt: 'A gate in the rain',
  seconds: '8',
  size: '1280x720',
};
const completed = {
  kind: 'completed',
  outputs: [
    {
      kind: 'request',
      request: {
        method: 'GET',
        url: `https://upstream.test/v1/videos/${jobId}/content`,
        headers: {
          'x-team': 'blue',
          accept: 'video/mp4',
          'accept-encoding': 'identity',
          authorization: `Bearer ${apiKey}`,
        },
      },
    },
  ],
  seconds: 8,
  nativeReason: 'completed',
} as const;

describeVideoContract({
  protocol: openaiVideos,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey,
  jobId,
  submitUrl: 'https://upstream.test/v1/videos',
  pollUrl: `https://upstream.test/v1/videos/${jobId}`,
  bodies: {
    'out of text': { body: plain },
    upright: { changes: { video: { aspectRatio: '9:16' } }, body: { ...plain, size: '720x1280' } },
    square: { changes: { video: { aspectRatio: '1:1' } }, body: { ...plain, size: '720x720' } },
    'in full': {
      changes: { video: { resolution: '1080p' } },
      body: { ...plain, size: '1920x1080' },
    },
    'in a size of its own': {
      changes: { video: { resolution: '1024p', aspectRatio: '9:16' } },
      body: { ...plain, size: '1024x1792' },
    },
    'in the size that was asked for': {
      changes: { request: { size: '1278x720' } },
      body: { ...plain, size: '1278x720' },
    },
    'in another size than asked for, when a resolution was asked for too': {
      changes: { request: { size: '1920x1080' } },
      body: plain,
    },
    'in words where there are no pixels': {
      changes: { video: { resolution: '4k' } },
      body: { ...plain, size: undefined, resolution: '4k', aspect_ratio: '16:9' },
    },
    'in whatever size': {
      changes: { video: { resolution: undefined } },
      body: { ...plain, size: undefined },
    },
    'with sound, a watermark and a seed': {
      changes: { request: { hasWatermark: true, seed: 7 }, video: { hasAudio: true } },
      body: { ...plain, generate_audio: true, watermark: true, seed: 7 },
    },
    'out of a frame': {
      changes: {
        request: { firstFrame: url },
        video: { task: 'image', aspectRatio: undefined },
      },
      body: { ...plain, input_reference: { image_url: url } },
    },
    'between two frames': {
      changes: { request: { firstFrame: url, lastFrame: url }, video: { task: 'keyframes' } },
      body: {
        ...plain,
        frame_images: [
          { type: 'image_url', image_url: { url }, frame_type: 'first_frame' },
          { type: 'image_url', image_url: { url }, frame_type: 'last_frame' },
        ],
      },
    },
    'out of references': {
      changes: { request: { references: [url, url] }, video: { task: 'reference' } },
      body: { ...plain, input_references: [url, url] },
    },
    'out of a video': {
      changes: { request: { inputVideo: url }, video: { task: 'edit' } },
      body: { ...plain, input_video: { url } },
    },
  },
  verdicts: {
    'poll-queued': { kind: 'queued' },
    'poll-running': { kind: 'running', progress: 33 },
    'poll-completed': completed,
    'poll-failed': {
      kind: 'failed',
      code: 'upstream_failed',
      message: 'Video generation failed. Please try again.',
      nativeReason: 'video_generation_failed',
    },
    'poll-failed-moderation': {
      kind: 'failed',
      code: 'content_moderation',
      message: 'Your request was blocked by our moderation system.',
      nativeReason: 'moderation_blocked',
    },
  },
  errors: {
    'error-request': {
      status: 400,
      failure: {
        kind: 'bad-request',
        message: "Invalid value: '7'. Supported values are: '4', '8', and '12'.",
      },
    },
    'error-policy': {
      status: 400,
      failure: {
        kind: 'content-refused',
        message: 'Your request was blocked by our moderation system.',
      },
    },
    'error-key': { status: 401, failure: { kind: 'auth' } },
  },
  makeAccepted: (id) => ({ id, object: 'video', status: 'queued' }),
  makeCompleted: (seconds) => ({ id: jobId, status: 'completed', seconds }),
  makeFailed: (message) => ({ id: jobId, status: 'failed', error: { code: 'failed', message } }),
  makeErrorBody: (message) => ({ error: { message, type: 'x', code: null } }),
});

describe('the progress of a job', () => {
  it.each([
    [0, 0],
    [41.7, 41],
    [100, 100],
    [-1, undefined],
    [101, undefined],
    ['50', undefined],
    [null, undefined],
  ])('of %p is %p', (progress, expected) => {
    const text = JSON.stringify({ id: jobId, status: 'in_progress', progress });
    const target = { baseUrl: 'https://upstream.test/v1', apiKey, headers: {} };
    expect(openaiVideos.readPoll({ status: 200, headers: {}, text }, target, jobId)).toEqual({
      kind: 'running',
      progress: expected,
    });
  });
});
