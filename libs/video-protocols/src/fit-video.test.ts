import { AppError } from '@tollgate/errors';
import { fitVideo } from './fit-video';
import type { VideoModel, FittedVideo, VideoRequest } from './video-request';

const model: VideoModel = {
  durations: [5, 10],
  resolutions: { '1080p': '2', '720p': '1' },
  aspectRatios: ['16:9', '9:16', '1:1'],
  tasks: ['text', 'image', 'keyframes', 'continuation', 'reference', 'edit'],
  audioMultiplier: '1.5',
};
const url = 'https://media.example/a';

function makeRequest(more: Partial<VideoRequest> = {}): VideoRequest {
  return {
    model: 'acme/video-1',
    prompt: 'A gate',
    seconds: undefined,
    resolution: undefined,
    aspectRatio: undefined,
    size: undefined,
    wantsAudio: undefined,
    hasWatermark: false,
    firstFrame: undefined,
    lastFrame: undefined,
    references: [],
    inputVideo: undefined,
    seed: undefined,
    callbackUrl: undefined,
    ...more,
  };
}

interface Case {
  readonly asked: Partial<VideoRequest>;
  readonly model?: VideoModel;
  readonly inputSeconds?: number;
  readonly fitted: Partial<FittedVideo>;
}

function fitCase({ asked, inputSeconds, ...rest }: Omit<Case, 'fitted'>): FittedVideo {
  return fitVideo(makeRequest(asked), rest.model ?? model, inputSeconds);
}

describe('a video as one model will make it', () => {
  it('has the defaults of the model', () => {
    expect(fitCase({ asked: {} })).toEqual({
      task: 'text',
      seconds: 5,
      inputSeconds: 0,
      resolution: '720p',
      aspectRatio: '16:9',
      hasAudio: false,
    });
  });

  it.each<[string, Case]>([
    ['the length', { asked: { seconds: 10 }, fitted: { seconds: 10 } }],
    ['the resolution', { asked: { resolution: '1080p' }, fitted: { resolution: '1080p' } }],
    ['it in capitals', { asked: { resolution: '1080P' }, fitted: { resolution: '1080p' } }],
    ['the shape', { asked: { aspectRatio: '1:1' }, fitted: { aspectRatio: '1:1' } }],
    ['sound', { asked: { wantsAudio: true }, fitted: { hasAudio: true } }],
    [
      'a size as resolution and shape',
      { asked: { size: '1080x1920' }, fitted: { resolution: '1080p', aspectRatio: '9:16' } },
    ],
    [
      'a size that is nearly of a shape',
      {
        asked: { size: '832x480' },
        model: { ...model, resolutions: { '480p': '1' } },
        fitted: { resolution: '480p', aspectRatio: '16:9' },
      },
    ],
    ['a size that is only a shape', { asked: { size: '9:16' }, fitted: { aspectRatio: '9:16' } }],
    ['a size that is a resolution', { asked: { size: '1080p' }, fitted: { resolution: '1080p' } }],
    [
      'a resolution and a shape before a size',
      {
        asked: { size: '1280x720', resolution: '1080p', aspectRatio: '9:16' },
        fitted: { resolution: '1080p', aspectRatio: '9:16' },
      },
    ],
  ])('has what was asked for: %s', (_name, options) => {
    expect(fitCase(options)).toMatchObject(options.fitted);
  });

  it.each<[string, Case]>([
    ['text', { asked: {}, fitted: { task: 'text', inputSeconds: 0 } }],
    ['one frame', { asked: { firstFrame: url }, fitted: { task: 'image' } }],
    ['two frames', { asked: { firstFrame: url, lastFrame: url }, fitted: { task: 'keyframes' } }],
    ['references', { asked: { references: [url] }, fitted: { task: 'reference' } }],
    [
      'a video shorter than what is asked for, which costs only what is made',
      {
        asked: { inputVideo: url, seconds: 10 },
        inputSeconds: 6,
        fitted: { task: 'continuation', inputSeconds: 0, seconds: 10 },
      },
    ],
    [
      'a video as long as what is asked for, paid in and out',
      {
        asked: { inputVideo: url, seconds: 10 },
        inputSeconds: 10,
        fitted: { task: 'edit', inputSeconds: 10, seconds: 10 },
      },
    ],
    [
      'a video and no length, by begun seconds',
      {
        asked: { inputVideo: url },
        inputSeconds: 3.2,
        fitted: { task: 'edit', inputSeconds: 10, seconds: 5 },
      },
    ],
    [
      'an input of unknown length, as the longest of the model',
      { asked: { inputVideo: url, seconds: 5 }, fitted: { task: 'edit', inputSeconds: 10 } },
    ],
    [
      'the same for a model that can only continue',
      {
        asked: { inputVideo: url, seconds: 5 },
        model: { ...model, tasks: ['continuation'] },
        fitted: { task: 'continuation', inputSeconds: 0 },
      },
    ],
  ])('is made out of %s', (_name, options) => {
    expect(fitCase(options)).toMatchObject(options.fitted);
  });

  it.each<[string, Partial<VideoRequest>]>([
    ['a frame', { firstFrame: url }],
    ['frames', { firstFrame: url, lastFrame: url }],
    ['a video', { inputVideo: url }],
  ])('has the shape of %s, whatever was asked for', (_name, input) => {
    expect(fitCase({ asked: { ...input, aspectRatio: '21:9' } }).aspectRatio).toBeUndefined();
  });

  it.each<[string, Partial<VideoRequest>, VideoModel, string]>([
    ['duration', { seconds: 7 }, model, 'Allowed: 5, 10'],
    ['resolution', { resolution: '4k' }, model, 'Allowed: 1080p, 720p'],
    ['size', { size: '640x480' }, model, 'Allowed: 1080p, 720p'],
    ['size', { size: '1680x720' }, model, 'Allowed: 16:9, 9:16, 1:1'],
    ['aspect_ratio', { aspectRatio: '21:9' }, model, 'Allowed: 16:9, 9:16, 1:1'],
    ['frame_images', { firstFrame: url }, { ...model, tasks: ['text'] }, 'Allowed: text'],
    ['prompt', {}, { ...model, tasks: ['image', 'edit'] }, 'Allowed: image, edit'],
    ['input_references', { references: [url] }, { tasks: ['text'] }, 'Allowed: text'],
    ['input_video', { inputVideo: url }, { tasks: ['text'] }, 'Allowed: text'],
    ['duration', { seconds: 61 }, {}, 'at most 60'],
  ])('is refused for its %s with what is allowed', (param, asked, limits, words) => {
    const error = catchError(() => fitCase({ asked, model: limits }));
    expect(error).toMatchObject({ reason: 'unsupported_param', status: 400, param });
    expect(error?.message).toContain(words);
  });

  it('is left to the provider where the catalog has no value', () => {
    expect(
      fitCase({ asked: { resolution: '4K', aspectRatio: '21:9', seconds: 7 }, model: {} }),
    ).toEqual({
      task: 'text',
      seconds: 7,
      inputSeconds: 0,
      resolution: '4k',
      aspectRatio: '21:9',
      hasAudio: false,
    });
    expect(fitVideo(makeRequest())).toMatchObject({ seconds: 5, resolution: undefined });
  });

  it('has the cheapest resolution where none has the plain price', () => {
    const resolutions = { '1080p': '3', '480p': '0.5', '720p': '2' };
    expect(fitCase({ asked: {}, model: { ...model, resolutions } }).resolution).toBe('480p');
  });
});

function catchError(run: () => unknown): AppError | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  return undefined;
}
