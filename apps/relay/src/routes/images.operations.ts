import { imagesAnswerSchema, imagesRequestSchema } from '@tollgate/dialects/openai-images';
import { defineOperations } from '@tollgate/http';
import { z } from 'zod';

const price = z.string().meta({ description: 'USD' });
const words = z.array(z.string());
const file = z.string().meta({ format: 'binary' });

export const imageModelSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    created: z.int(),
    architecture: z.object({ input_modalities: words, output_modalities: words }),
    modality: z.string(),
    modalities: words.meta({ description: 'The modalities that a chat may request.' }),
    pricing: z.object({
      unit: z.enum(['per_image', 'per_1m_tokens']),
      image: price.optional(),
      prompt: price,
      completion: price,
    }),
    supported_parameters: words,
    supported_sizes: words,
    supports_edits: z.boolean(),
    max_input_images: z.int(),
    supports_streaming: z.boolean(),
  })
  .meta({ id: 'ImageModel' });

const images = {
  200: {
    about:
      'The images, or with `stream: true` the events `image`, `image-cached`, `usage`, `done`.',
    body: imagesAnswerSchema,
    mediaTypes: ['text/event-stream'],
  },
};

export const imageOperations = defineOperations({
  'POST /v1/images/generations': {
    id: 'createImage',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Images from a prompt',
    description:
      'Images are answered as signed addresses that are good for an hour. `size` is WxH, W:H or ' +
      '`auto`; the nearest that the model offers is taken.',
    body: imagesRequestSchema.meta({ id: 'ImagesRequest' }),
    answers: images,
  },
  'POST /v1/images/edits': {
    id: 'editImage',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Images from a prompt and other images',
    description: 'Up to 8 files of 10 MB: PNG, JPEG, WebP or GIF. Masks are not supported.',
    form: z
      .looseObject({
        image: z.union([file, z.array(file)]),
        prompt: z.string(),
        model: z.string().optional().meta({ description: "Without it the operator's choice." }),
        n: z.int().optional(),
        size: z.string().optional(),
      })
      .meta({ id: 'ImageEditForm' }),
    answers: images,
  },
  'GET /v1/images/proxy/{token}': {
    id: 'getImage',
    tag: 'Inference',
    summary: 'The image behind a signed address',
    answers: { 200: { about: 'The image.', mediaTypes: ['image/*'] } },
  },
  'GET /v1/images/models': {
    id: 'listImageModels',
    tag: 'Models',
    summary: 'The image models',
    answers: {
      200: {
        about: 'All of them; there are no pages.',
        body: z.object({ object: z.literal('list'), data: z.array(imageModelSchema) }),
      },
    },
  },
});
