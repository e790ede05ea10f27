import type { AppError } from '@tollgate/errors';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  type CallChanges,
} from '../../../test/support/build-calls';
import type { CatalogModel, CatalogSnapshot } from '../../catalog/catalog';
import { chooseRoute } from './choose-route';
import { planModels } from './plan-models';

function refusal(changes: CallChanges, snapshot: CatalogSnapshot): AppError {
  try {
    chooseRoute(aParsedCall(changes), aRouting(snapshot));
  } catch (error) {
    return error as AppError;
  }
  throw new Error('the call was routed');
}

function route(changes: CallChanges, snapshot: CatalogSnapshot): string[] {
  const { candidates } = chooseRoute(aParsedCall(changes), aRouting(snapshot));
  return candidates.map(({ model }) => model.id);
}

const catalog = (...models: CatalogModel[]): CatalogSnapshot =>
  aSnapshot(models, Object.fromEntries(models.map(({ id }) => [id, [aRoute({ id })]])));
const taking = (id: string, ...inputModalities: string[]): CatalogModel =>
  aModel({ id, inputModalities });

const url = 'https://example.com/a.png';
const user = (...content: object[]) => [{ role: 'user', content }];
const pdf = 'data:application/pdf;base64,AAAA';
const image = { body: { messages: user({ type: 'image_url', image_url: { url } }) } };

const inputs: [string, CallChanges, string, string][] = [
  ['image', image, 'input_images_not_supported', 'messages.0.content.0'],
  [
    'image',
    {
      dialect: 'messages',
      body: {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't',
                content: [{ type: 'image', source: { type: 'url', url } }],
              },
            ],
          },
        ],
      },
    },
    'input_images_not_supported',
    'messages.2.content.0.content.0',
  ],
  [
    'image',
    { dialect: 'responses', body: { input: user({ type: 'input_image', image_url: url }) } },
    'input_images_not_supported',
    'input.0.content.0',
  ],
  [
    'audio',
    {
      body: { messages: user({ type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } }) },
    },
    'unsupported_param',
    'messages.0.content.0',
  ],
  [
    'file',
    { body: { messages: user({ type: 'file', file: { file_data: pdf } }) } },
    'unsupported_param',
    'messages.0.content.0',
  ],
  [
    'file',
    {
      dialect: 'messages',
      body: {
        messages: user({
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
        }),
      },
    },
    'unsupported_param',
    'messages.0.content.0',
  ],
  [
    'video',
    { body: { messages: user({ type: 'video_url', video_url: { url } }) } },
    'unsupported_param',
    'messages.0.content.0',
  ],
];

describe('input beside text', () => {
  it.each(inputs)('%s is refused by a model of text: %j', (_kind, changes, reason, param) => {
    const snapshot = catalog(taking('acme/small', 'text'));
    expect(refusal(changes, snapshot)).toMatchObject({ reason, param });
  });

  it.each(inputs)('%s reaches a model that takes it, or lists nothing', (kind, changes) => {
    expect(route(changes, catalog(taking('acme/small', 'text', kind)))).toEqual(['acme/small']);
    expect(route(changes, catalog(taking('acme/small')))).toEqual(['acme/small']);
    expect(route(changes, catalog(aModel()))).toEqual(['acme/small']);
  });

  it('skips text models while another model accepts the input', () => {
    const snapshot = catalog(taking('acme/small', 'text'), taking('acme/eyes', 'text', 'image'));
    const body = { ...image.body, models: ['acme/eyes'] };
    expect(route({ body }, snapshot)).toEqual(['acme/eyes']);
  });

  it('is text where a document declares it', () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'words' };
    const changes: CallChanges = {
      dialect: 'messages',
      body: { messages: user({ type: 'document', source }) },
    };
    expect(route(changes, catalog(taking('acme/small', 'text')))).toEqual(['acme/small']);
  });
});

describe('a prompt that is clearly too long', () => {
  const sized = (id: string, contextLength: number): CatalogModel => ({
    ...aModel({ id }),
    contextLength,
  });
  /** About 12,500 tokens. */
  const body = {
    messages: [{ role: 'user', content: 'x'.repeat(40_000) }],
    transforms: [],
  };

  it('is refused by a single model, with a message that clients recognise', () => {
    const error = refusal({ body }, catalog(sized('acme/small', 8_000)));
    expect(error.reason).toBe('context_too_long');
    expect(error.message).toMatch(
      /^This model's maximum context length is 8000 tokens\..*prompt is too long: \d+ tokens > 8/,
    );
  });

  it('skips models that are too small while another is not', () => {
    const snapshot = catalog(sized('acme/small', 8_000), sized('acme/large', 128_000));
    const models = ['acme/large'];
    expect(route({ body: { ...body, models } }, snapshot)).toEqual(['acme/large']);
  });

  it('is left to the provider where the estimate may be wrong', () => {
    expect(route({ body }, catalog(sized('acme/small', 9_000)))).toEqual(['acme/small']);
  });
});

describe('the router', () => {
  it.each(['images', 'speech', 'transcriptions', 'embeddings', 'rerank', 'videos'])(
    'is an unknown model on %s',
    (apiType) => {
      for (const requestedModel of ['auto', 'auto:free']) {
        const request = { apiType, requestedModel, body: {}, estimatePromptTokens: () => 0 };
        expect(() => planModels({ request }, aSnapshot())).toThrow(
          expect.objectContaining({ reason: 'unknown_model', param: 'model' }),
        );
      }
    },
  );
});
