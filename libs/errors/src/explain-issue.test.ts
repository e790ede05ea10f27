import { z } from 'zod';
import { explainSchemaIssue } from './explain-issue';

const schema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  weight: z.number().gt(0).lt(1).optional(),
  n: z.int().optional(),
  name: z.string().min(1).max(5).optional(),
  password: z.string().min(8).optional(),
  stop: z.array(z.string()).max(2).optional(),
  stream: z.boolean().optional(),
  effort: z.enum(['low', 'high']).optional(),
  kind: z.literal('x').optional(),
  slug: z.string().regex(/^a+$/).optional(),
  code: z.string().regex(/^a+$/, 'must be letters a').optional(),
  step: z.number().multipleOf(5).optional(),
  choice: z.union([z.string(), z.object({ type: z.literal('tool'), name: z.string() })]).optional(),
  messages: z.array(z.object({ role: z.string() })).optional(),
});

function explain(body: unknown): string {
  const result = schema.safeParse(body);
  const issue = result.error?.issues[0];
  return issue === undefined ? 'accepted' : explainSchemaIssue(issue, body);
}

describe('the text of a validation error', () => {
  it.each([
    [{ temperature: 3 }, 'temperature must be at most 2 (got 3)'],
    [{ temperature: -0.5 }, 'temperature must be at least 0 (got -0.5)'],
    [{ temperature: '1' }, 'temperature must be a number (got "1")'],
    [{ weight: 1 }, 'weight must be below 1 (got 1)'],
    [{ weight: 0 }, 'weight must be above 0 (got 0)'],
    [{ n: 1.5 }, 'n must be a whole number (got 1.5)'],
    [{ name: '' }, 'name must not be empty'],
    [{ name: 'abcdefg' }, 'name must have at most 5 characters (got 7)'],
    [{ stop: ['a', 'b', 'c'] }, 'stop must have at most 2 items (got 3)'],
    [{ stop: 'a' }, 'stop must be a list (got "a")'],
    [{ stream: 'yes' }, 'stream must be true or false (got "yes")'],
    [{ effort: 'max' }, 'effort must be one of "low", "high" (got "max")'],
    [{ kind: 'y' }, 'kind must be "x" (got "y")'],
    [{ slug: 'b' }, 'slug has an invalid format'],
    [{ code: 'b' }, 'code: must be letters a'],
    [{ step: 7 }, 'step must be a multiple of 5 (got 7)'],
    [{ choice: { type: 'tool', name: 5 } }, 'choice.name must be a text (got 5)'],
    [{ choice: 5 }, 'choice has none of the accepted forms (got 5)'],
    [{ messages: [{ role: 7 }] }, 'messages.0.role must be a text (got 7)'],
    [{ messages: ['x'] }, 'messages.0 must be an object (got "x")'],
    [{ other: 1 }, 'The value has an unknown field: other'],
    [5, 'The value must be an object (got 5)'],
  ])('for %j is %s', (body, text) => {
    expect(explain(body)).toBe(text);
  });

  it('never repeats a text that is too short or too long', () => {
    expect(explain({ password: 'hunter2' })).toBe(
      'password must have at least 8 characters (got 7)',
    );
    expect(explain({ n: 'x'.repeat(1_000) })).toBe(
      'n must be a number (got a text of 1000 characters)',
    );
  });
});
