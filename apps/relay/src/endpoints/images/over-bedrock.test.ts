import { parseRequest } from '@tollgate/dialects/openai-images';
import { makePriceList } from '@tollgate/pricing';
import { bedrock } from '@tollgate/providers/bedrock';
import { makeUpstreamTarget } from '@tollgate/testing';
import type { UploadedFile } from '../../domain/endpoint';
import type { ImageExchange } from './image-answer';
import { prepareOverBedrock } from './over-bedrock';

const canvas = 'amazon.nova-canvas-v1:0';
const stability = 'us.stability.stable-image-core-v1:1';

interface Asked {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly size?: string;
  readonly sizes?: Readonly<Record<string, string>>;
  readonly files?: readonly UploadedFile[];
}

function prepare(
  upstreamModel: string,
  { fields, files = [], size, sizes = {} }: Asked = {},
): ImageExchange {
  const body = { model: 'acme/images', prompt: 'A gate', ...fields };
  const target = makeUpstreamTarget({ upstreamModel });
  const prices = makePriceList({ version: 1n, kind: 'image', prices: { image: '0.04' }, sizes });
  const candidate = { adapter: bedrock, prices, target };
  return prepareOverBedrock({
    request: parseRequest(JSON.stringify(body), body),
    candidate,
    size,
    files,
  });
}

const premiumOfAnother = {
  ...{ fields: { quality: 'premium' }, size: '512x512' },
  sizes: { 'premium/1280x720': '0.06' },
};
const sent = (...input: Parameters<typeof prepare>): unknown =>
  JSON.parse(prepare(...input).request.body);
const read = (model: string, body: object) => prepare(model).readAnswer(JSON.stringify(body));

describe('images over Bedrock', () => {
  it('are requested from Nova Canvas by InvokeModel', () => {
    const sizes = { 'premium/1280x720': '0.06' };
    const asked = { fields: { n: 2, quality: 'premium' }, size: '1280x720', sizes };
    expect(prepare(canvas).request.url).toMatch(/\/model\/amazon.nova-canvas-v1%3A0\/invoke$/);
    expect(sent(canvas, asked)).toEqual({
      taskType: 'TEXT_IMAGE',
      textToImageParams: { text: 'A gate' },
      imageGenerationConfig: { numberOfImages: 2, width: 1_280, height: 720, quality: 'premium' },
    });
    expect(sent(canvas, { fields: { quality: 'auto' } })).toMatchObject({
      imageGenerationConfig: { numberOfImages: 1 },
    });
  });

  it.each([
    [undefined, undefined],
    ['1024x1024', '1:1'],
    ['1536x1024', '3:2'],
    ['1792x1024', '16:9'],
  ])('are requested from Stability by their shape: %s', (size, ratio) => {
    const asked = size === undefined ? {} : { size };
    expect(sent(stability, asked)).toEqual({
      prompt: 'A gate',
      ...(ratio !== undefined && { aspect_ratio: ratio }),
      output_format: 'png',
    });
  });

  it('are those that came', () => {
    const url = 'data:image/png;base64,aGk=';
    const seeds = { seeds: [1], finish_reasons: [null] };
    expect(read(stability, { ...seeds, images: ['aGk='] })).toMatchObject({
      images: [{ url }],
      finishReason: 'stop',
    });
    expect(read(canvas, { images: ['aGk=', ''], error: 'One was blocked' }).images).toEqual([
      { url },
    ]);
  });

  it.each([
    ['the filter of Stability', stability, { finish_reasons: ['Filter reason: prompt'] }],
    ['the filter of Amazon', canvas, { images: [], error: 'Blocked by our content filters.' }],
  ])('are missing because of %s', (_name, model, body) => {
    expect(read(model, body)).toMatchObject({ images: [], finishReason: 'content_filter' });
  });

  it('are missing for other reasons', () => {
    const failed = { finish_reasons: ['Inference error'] };
    expect(read(stability, failed)).toMatchObject({ images: [], finishReason: 'stop' });
  });

  it('are refused by a content filter with its own status', () => {
    const text = JSON.stringify({
      message: 'This request has been blocked by our content filters.',
    });
    expect(prepare(canvas).readFailure(400, text, {}).kind).toBe('content-refused');
  });

  it.each([
    ['more images than one request makes', canvas, { fields: { n: 6 } }, 'at most 5'],
    ['several images of Stability', stability, { fields: { n: 2 } }, 'at most 1'],
    ['another quality', canvas, { fields: { quality: 'hd' } }, 'standard, premium or auto'],
    ['premium quality without its price', canvas, { fields: { quality: 'premium' } }, 'no price'],
    ['premium quality of a size without its price', canvas, premiumOfAnother, 'premium/512x512'],
    ['input images', canvas, { files: [{} as UploadedFile] }, 'leave the input images out'],
    ['another model', 'meta.llama3', {}, 'Nova Canvas'],
  ])('are not requested with %s', (_name, model, asked, message) => {
    expect(() => prepare(model, asked)).toThrow(message);
  });
});
