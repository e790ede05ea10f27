import { z } from 'zod';

const count = z.int().min(0);
const cost = z.number();
const span = { start: z.number(), end: z.number() };

/** A transcript as JSON; `verbose_json` has all of it. */
export const transcriptSchema = z
  .looseObject({
    text: z.string(),
    task: z.literal('transcribe').optional(),
    language: z.string().optional(),
    duration: z.number().optional(),
    segments: z
      .array(
        z.looseObject({
          id: count,
          seek: z.number(),
          ...span,
          text: z.string(),
          tokens: z.array(z.number()),
          temperature: z.number(),
          avg_logprob: z.number(),
          compression_ratio: z.number(),
          no_speech_prob: z.number(),
        }),
      )
      .optional(),
    words: z.array(z.looseObject({ word: z.string(), ...span })).optional(),
    usage: z.union([
      z.looseObject({ type: z.literal('duration'), seconds: z.number(), cost }),
      z.looseObject({
        type: z.literal('tokens'),
        input_tokens: count,
        output_tokens: count,
        total_tokens: count,
        cost,
      }),
    ]),
  })
  .meta({ id: 'Transcript' });
