import { choiceFields, modelIdField } from '@tollgate/model-kit';
import { z } from 'zod';

const limit = z.int().positive().nullish();
const document = z.union([z.string(), z.looseObject({ text: z.string() })]);

/** The fields of a rerank request, as clients of Cohere, Jina and Voyage send them. */
export const requestSchema = z.looseObject({
  model: modelIdField,
  ...choiceFields,
  query: z.string().min(1),
  documents: z.array(document).min(1),
  top_n: limit,
  top_k: limit,
  return_documents: z.boolean().nullish(),
  max_tokens_per_doc: limit,
  truncation: z.boolean().nullish(),
});
