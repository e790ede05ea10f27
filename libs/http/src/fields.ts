import { z, type ZodType } from 'zod';

/** A moment in an answer, ISO 8601 in UTC. */
export const timeField = z.string().meta({ format: 'date-time' });

/** An amount of money in an answer. */
export const usdField = z.number().meta({ description: 'USD' });

export const countField = z.int().min(0);

/** One page of a list of the operator API. */
export function pageOf<T extends ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page.' }),
  });
}
