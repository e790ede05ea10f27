import { AppError } from '@tollgate/errors';
import { parseVideoRequest, pickVideoFields } from './parse-request';
import type { VideoRequest } from './video-request';

type Body = Readonly<Record<string, unknown>>;

const base = { model: 'acme/video-1', prompt: 'A gate in the rain' };
const image = 'https://pictures.example/gate.png';
const other = 'https://pictures.example/road.png';
const video = 'https://videos.example/gate.mp4';

function parse(more: Body): VideoRequest {
  return parseVideoRequest({ ...base, ...more });
}

function refuse(body: Body): string {
  try {
    parseVideoRequest(body);
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.reason} ${error.param}` : 'broken';
  }
}

describe('a video request', () => {
  it('needs no more than a model and a prompt', () => {
    expect(parseVideoRequest(base)).toEqual({
      ...base,
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
    });
  });

  it.each<[string, Body, Partial<VideoRequest>]>([
    ['duration', { duration: 8 }, { seconds: 8 }],
    ['duration as text', { duration: '8' }, { seconds: 8 }],
    ['seconds', { seconds: 8 }, { seconds: 8 }],
    ['seconds as text', { seconds: '12' }, { seconds: 12 }],
    ['both names with one meaning', { duration: 8, seconds: '8' }, { seconds: 8 }],
    ['resolution', { resolution: '1080p' }, { resolution: '1080p' }],
    ['aspect_ratio', { aspect_ratio: '9:16' }, { aspectRatio: '9:16' }],
    ['size', { size: '1280x720' }, { size: '1280x720' }],
    ['size with an asterisk', { size: '1280*720' }, { size: '1280x720' }],
    ['size as a resolution', { size: '720P' }, { size: '720p' }],
    ['generate_audio', { generate_audio: true }, { wantsAudio: true }],
    ['generate_audio as text', { generate_audio: 'false' }, { wantsAudio: false }],
    ['watermark', { watermark: true }, { hasWatermark: true }],
    ['seed', { seed: 42 }, { seed: 42 }],
    ['seed as text', { seed: '42' }, { seed: 42 }],
    ['a seed for chance', { seed: -1 }, { seed: -1 }],
    ['input_image', { input_image: image }, { firstFrame: image }],
    ['image_url', { image_url: image }, { firstFrame: image }],
    ['image_url as an object', { image_url: { url: image } }, { firstFrame: image }],
    ['input_reference', { input_reference: { image_url: image } }, { firstFrame: image }],
    ['one plain frame', { frame_images: [image] }, { firstFrame: image, lastFrame: undefined }],
    ['two plain frames', { frame_images: [image, other] }, { firstFrame: image, lastFrame: other }],
    [
      'frames that say what they are',
      {
        frame_images: [
          { type: 'image_url', image_url: { url: other }, frame_type: 'last_frame' },
          { type: 'image_url', image_url: { url: image }, frame_type: 'first_frame' },
        ],
      },
      { firstFrame: image, lastFrame: other },
    ],
    [
      'a first frame by its name and a last one',
      { input_image: image, frame_images: [{ image_url: other, frame_type: 'last_frame' }] },
      { firstFrame: image, lastFrame: other },
    ],
    [
      'references in every spelling',
      {
        input_references: [image, { type: 'image_url', image_url: { url: other } }, { url: image }],
      },
      { references: [image, other, image] },
    ],
    ['input_video', { input_video: video }, { inputVideo: video }],
    ['input_video as an object', { input_video: { url: video } }, { inputVideo: video }],
    [
      'input_video as a part of a message',
      { input_video: { type: 'video_url', video_url: { url: video } } },
      { inputVideo: video },
    ],
    [
      'callback_url',
      { callback_url: 'https://hooks.example:8443/a' },
      { callbackUrl: 'https://hooks.example:8443/a' },
    ],
    [
      'nothing for null',
      { duration: null, size: null, frame_images: null, seed: null, watermark: null },
      { seconds: undefined, size: undefined, seed: undefined, hasWatermark: false },
    ],
  ])('may have %s', (_name, body, meaning) => {
    expect(parse(body)).toMatchObject(meaning);
  });

  it('is passed on without unused fields: other services limit the size of bodies', () => {
    const known = { ...base, image_url: image, provider: { only: ['acme'] }, seconds: '5' };
    const more = JSON.parse('{"extra":"x","__proto__":{"seed":1}}') as Body;
    expect(pickVideoFields({ ...known, ...more })).toEqual(known);
  });

  it('ignores unknown fields', () => {
    expect(parse({ api_base: 'https://evil.example', base_url: 'x', n: 3 })).not.toHaveProperty(
      'api_base',
    );
  });

  it.each<[string, Body]>([
    ['400 missing_required_field model', { prompt: 'x' }],
    ['400 missing_required_field prompt', { model: 'acme/video-1' }],
    ['400 missing_required_field prompt', { ...base, prompt: '' }],
    ['400 missing_required_field prompt', { ...base, prompt: ' \n' }],
    ['400 missing_required_field prompt', { ...base, prompt: null }],
    ['400 unsupported_param prompt', { ...base, prompt: ['x'] }],
    ['400 unsupported_param prompt', { ...base, prompt: 'x'.repeat(20_001) }],
    ['400 invalid_model_id model', { ...base, model: 'no model' }],
    ['400 unsupported_param duration', { ...base, duration: 0 }],
    ['400 unsupported_param duration', { ...base, duration: 1.5 }],
    ['400 unsupported_param duration', { ...base, duration: -5 }],
    ['400 unsupported_param duration', { ...base, duration: 'long' }],
    ['400 unsupported_param duration', { ...base, duration: 1e9 }],
    ['400 unsupported_param seconds', { ...base, seconds: '8s' }],
    ['400 unsupported_param seconds', { ...base, duration: 5, seconds: 8 }],
    ['400 unsupported_param resolution', { ...base, resolution: 720 }],
    ['400 unsupported_param aspect_ratio', { ...base, aspect_ratio: 'wide' }],
    ['400 unsupported_param size', { ...base, size: 'big' }],
    ['400 unsupported_param generate_audio', { ...base, generate_audio: 'yes' }],
    ['400 unsupported_param watermark', { ...base, watermark: 1 }],
    ['400 unsupported_param seed', { ...base, seed: 1.5 }],
    ['400 unsupported_param seed', { ...base, seed: 2 ** 32 }],
    ['400 unsupported_param frame_images', { ...base, frame_images: image }],
    ['400 unsupported_param frame_images', { ...base, frame_images: [image, image, image] }],
    [
      '400 unsupported_param frame_images.0',
      { ...base, frame_images: [{ image_url: { url: image }, frame_type: 'middle' }] },
    ],
    ['400 unsupported_param frame_images.0', { ...base, frame_images: [{ image_url: {} }] }],
    ['400 unsupported_param input_image', { ...base, input_image: image, frame_images: [image] }],
    [
      '400 unsupported_param frame_images.1',
      {
        ...base,
        frame_images: [
          { image_url: image, frame_type: 'last_frame' },
          { image_url: image, frame_type: 'last_frame' },
        ],
      },
    ],
    [
      '400 unsupported_param frame_images',
      { ...base, frame_images: [{ image_url: image, frame_type: 'last_frame' }] },
    ],
    ['400 unsupported_param input_references', { ...base, input_references: [] }],
    [
      '400 unsupported_param input_references',
      { ...base, input_references: Array.from({ length: 10 }, () => image) },
    ],
    ['400 unsupported_param input_references.1', { ...base, input_references: [image, 'x'] }],
    [
      '400 unsupported_param input_references',
      { ...base, input_references: [image], input_image: image },
    ],
    ['400 unsupported_param input_video', { ...base, input_video: video, input_image: image }],
    ['400 unsupported_param input_video', { ...base, input_video: 7 }],
    ['400 unsupported_param callback_url', { ...base, callback_url: 'http://hooks.example/' }],
    ['400 unsupported_param callback_url', { ...base, callback_url: 'https://a:b@hooks.example/' }],
    ['400 unsupported_param callback_url', { ...base, callback_url: 'https://hooks.example:444/' }],
  ])('is refused with %s', (expected, body) => {
    expect(refuse(body)).toBe(expected);
  });

  const hostile = [
    'https://127.0.0.1/a',
    'https://0.0.0.0/a',
    'https://[::1]/a',
    'https://[::ffff:7f00:1]/a',
    'https://[64:ff9b::7f00:1]/a',
    'https://2130706433/a',
    'https://0177.1/a',
    'https://169.254.169.254/latest',
    'https://100.64.0.1/a',
    'https://[fc00::1]/a',
    'https://localhost./a',
    'https://a@127.0.0.1/a',
    'https://user:word@pictures.example/a',
    'https://ok.example\\@127.0.0.1/a',
    'https://ok.example/a b',
    'file:///etc/passwd',
    'http://pictures.example/a',
    'data:image/png;base64,AA',
    '',
  ];
  const places: readonly [string, (url: string) => Body][] = [
    ['input_image', (url) => ({ input_image: url })],
    ['image_url', (url) => ({ image_url: { url } })],
    ['frame_images', (url) => ({ frame_images: [{ image_url: { url } }] })],
    ['frame_images as text', (url) => ({ frame_images: [url] })],
    ['input_references', (url) => ({ input_references: [url] })],
    ['input_video', (url) => ({ input_video: { url } })],
  ];
  it.each(places)('has no address in %s that is not public', (_name, place) => {
    const accepted = hostile.filter(
      (url) => !refuse({ ...base, ...place(url) }).startsWith('400 unsupported_param'),
    );
    expect(accepted).toEqual([]);
  });

  it.each([
    'https://a@127.0.0.1/a',
    'https://ok.example\\@127.0.0.1/a',
    'https://ok.example/a b',
    'file:///etc/passwd',
    'http://hooks.example/a',
    'https://hooks.example:444/',
    '',
  ])('has no callback_url of the form %j', (url) => {
    expect(refuse({ ...base, callback_url: url })).toBe('400 unsupported_param callback_url');
  });

  it('may have a callback_url with an address that only the outbound rules can judge', () => {
    const { callbackUrl } = parseVideoRequest({ ...base, callback_url: 'https://10.1.2.3/hook' });
    expect(callbackUrl).toBe('https://10.1.2.3/hook');
  });
});
