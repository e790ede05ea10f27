import { z } from 'zod';

const count = z.int().min(0);

/** A ranking as clients of Cohere and Jina read it. */
export const answerSchema = z
  .object({
    id: z.string(),
    model: z.string(),
    results: z
      .array(
        z.object({
          index: count.meta({ description: 'The place of the document in the request.' }),
          relevance_score: z.number(),
          document: z
            .object({ text: z.string() })
            .optional()
            .meta({ description: 'With `return_documents: true`.' }),
        }),
      )
      .meta({ description: 'The best document first.' }),
    meta: z
      .object({ billed_units: z.object({ search_units: count }) })
      .optional()
      .meta({ description: 'Where the provider bills by searches, as clients of Cohere read it.' }),
    usage: z.object({
      prompt_tokens: count,
      total_tokens: count,
      search_units: count.optional(),
      cost: z.number(),
    }),
  })
  .meta({ id: 'Ranking' });
