import { z } from 'zod';

export const listFormats = ['openrouter', 'litellm'] as const;
export type ListFormat = (typeof listFormats)[number];

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the digest of a preview')
  .meta({ description: 'Of the preview: another catalog or list by now is a conflict.' });

export const previewPriceListSchema = z.strictObject({
  format: z.enum(listFormats),
  document: z.record(z.string(), z.unknown()).meta({
    description:
      'The list as it was published: the answer of `GET https://openrouter.ai/api/v1/models`, or ' +
      'the file `model_prices_and_context_window.json` of LiteLLM. At most 10,000 models.',
  }),
  providers: z
    .array(z.string().min(1).max(80))
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only models whose ids begin with one of these; left out: all.' }),
  addModels: z
    .boolean()
    .optional()
    .meta({ description: 'Adds the models that the catalog does not have. Left out: no.' }),
  effectiveAt: z.iso.datetime({ offset: true }).optional().meta({
    description: 'When changed prices come into force, within a year; left out: at once.',
  }),
});

export const importPriceListSchema = previewPriceListSchema.extend({ digest });

export type PreviewPriceList = z.infer<typeof previewPriceListSchema>;
export type ImportPriceListBody = z.infer<typeof importPriceListSchema>;
