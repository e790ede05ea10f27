import { countField, defineOperations } from '@tollgate/http';
import { toleranceDefaults } from '@tollgate/provider-bill';
import { z } from 'zod';

/** Reports are parsed at once, and other calls wait meanwhile. */
export const reportCharactersMax = 4_000_000;
export const differencesMax = 1_000;
const namesMax = 200;
const nameLengthMax = 200;
const percentMax = 100;
const usdMax = 1_000_000;

const nameField = z.string().min(1).max(nameLengthMax);

export const compareBillBody = z.strictObject({
  provider: nameField.meta({ description: 'The name of the provider in the catalog.' }),
  report: z
    .string()
    .min(1)
    .max(reportCharactersMax)
    .meta({
      description:
        'The usage report as text: the JSON of the usage or cost API of OpenAI or Anthropic, their ' +
        'exports as CSV, or any CSV with `date` and `model` and some of `requests`, ' +
        '`input_tokens`, `output_tokens` and `cost` in USD. At most 92 days of UTC.',
    }),
  tolerancePercent: z
    .number()
    .min(0)
    .max(percentMax)
    .default(Number(toleranceDefaults.percent))
    .meta({ description: 'Figures that differ by no more are taken as equal.' }),
  minUsd: z
    .number()
    .min(0)
    .max(usdMax)
    .default(Number(toleranceDefaults.minUsd))
    .meta({ description: 'Costs that differ by no more are taken as equal.' }),
  names: z
    .record(nameField, nameField)
    .refine((names) => Object.keys(names).length <= namesMax, `at most ${namesMax} names`)
    .default({})
    .meta({ description: 'Models of the catalog by their names on the bill, where they differ.' }),
});

const amountField = z.number().meta({ description: 'A count, or USD for `cost`.' });

export const billComparisonSchema = z
  .object({
    provider: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    days: countField.meta({ description: 'Days that the report bills.' }),
    compared: countField.meta({ description: 'Figures of models and days that were compared.' }),
    differing: countField,
    differences: z
      .array(
        z.object({
          date: z.iso.date(),
          model: z.string().nullable().meta({ description: 'Null: all models of the day.' }),
          figure: z.enum(['requests', 'input_tokens', 'output_tokens', 'cost']),
          billed: amountField,
          receipts: amountField,
          difference: amountField.meta({ description: '`billed` minus `receipts`.' }),
        }),
      )
      .meta({ description: `By day; at most ${differencesMax} of \`differing\`.` }),
  })
  .meta({ id: 'BillComparison' });

export const billOperations = defineOperations({
  'POST /api/admin/bills/compare': {
    id: 'compareBill',
    tag: 'Operator',
    summary: "Compare a provider's usage report with the receipts",
    description:
      'By day and model, as far as the report has figures. Nothing is stored. `npm run bill:compare` ' +
      'does the same for larger files.',
    body: compareBillBody,
    answers: { 200: { about: 'What differs.', body: billComparisonSchema } },
  },
});
