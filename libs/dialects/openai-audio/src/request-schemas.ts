import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { z } from 'zod';

/** Form fields are always text. */
const numberText = z
  .string()
  .regex(/^-?\d{1,6}(\.\d{1,9})?$/)
  .transform(Number);
const temperature = z.number().min(0).max(1);
const granularities = z.array(z.enum(['word', 'segment'])).max(2);
/** Far beyond what any model reads of it. */
const promptLengthMax = 20_000;

const transcriptionFields = {
  model: modelIdField,
  ...choiceFields,
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'is no code of a language')
    .nullish(),
  prompt: z.string().max(promptLengthMax).nullish(),
  response_format: z.string().max(40).nullish(),
  stream: z
    .union([z.boolean(), z.string().max(10)])
    .nullish()
    .meta({
      description: 'Answers with `transcript.text.delta` and `transcript.text.done` events.',
    }),
  temperature: z.union([temperature, numberText.pipe(temperature)]).nullish(),
};

/** The form fields that the gateway reads; others pass unchanged. */
export const transcriptionFieldsSchema = z.looseObject({
  ...transcriptionFields,
  timestamp_granularities: granularities.nullish(),
  'timestamp_granularities[]': granularities.nullish(),
});

/** The same as JSON, with the recording in it. */
export const transcriptionRequestSchema = z.looseObject({
  ...transcriptionFields,
  timestamp_granularities: granularities.nullish(),
  input_audio: z.looseObject({
    data: z.string().min(1).meta({ description: 'Base64.' }),
    format: z.string().regex(/^[a-z0-9]{2,8}$/i),
  }),
});

export const speechRequestSchema = z.looseObject({
  model: modelIdField,
  ...choiceFields,
  input: z.string().min(1),
  voice: z
    .union([z.string().min(1).max(200), z.looseObject({ id: z.string().min(1).max(200) })])
    .nullish(),
  response_format: z.string().max(40).nullish(),
  speed: z.number().min(0.25).max(4).nullish(),
  instructions: z.string().max(promptLengthMax).nullish(),
});
