import { defineOperations, timeField } from '@tollgate/http';
import { z } from 'zod';
import { seriesBuckets } from './bucket-borders';
import { groupsMax, seriesGroups, seriesMetrics } from './series';

export const pointsMax = 400;
const textCharactersMax = 64;

const borderField = z.string().max(textCharactersMax);
const borderText = 'A day as 2026-11-01, which starts in `tz`, or a time as 2026-11-01T08:00:00Z.';

export const seriesQuerySchema = z.object({
  metric: z.enum(seriesMetrics).meta({
    description:
      'What to show. Latencies are whole durations of calls, right within a tenth; they are ' +
      'counted by UTC days, so they need `tz=UTC`, days, weeks or months, and no teams or members.',
  }),
  from: borderField.meta({ description: `Inclusive. ${borderText}` }),
  to: borderField.optional().meta({ description: `Exclusive; by default now. ${borderText}` }),
  bucket: z.enum(seriesBuckets).default('day').meta({ description: 'Weeks start on Monday.' }),
  group: z
    .enum(seriesGroups)
    .default('none')
    .meta({ description: `The first ${groupsMax} groups are shown; all others as one.` }),
  tz: z
    .string()
    .max(textCharactersMax)
    .default('UTC')
    .meta({ description: 'IANA time zone of the buckets, as Europe/Berlin.' }),
});

const valueField = z.number().nullable();

const seriesSchema = z
  .object({
    kind: z.enum(['all', 'group', 'unassigned', 'other']).meta({
      description:
        '`all`: without groups; `unassigned`: calls without an app, team or member; `other`: all ' +
        `groups after the first ${groupsMax}.`,
    }),
    id: z.string().nullable().meta({
      description: 'Model, id of the key, `X-Title`, id of the team or of the member.',
    }),
    name: z.string().nullable().meta({ description: 'Name of the key.' }),
    total: valueField.meta({ description: 'Of the whole range.' }),
    values: z.array(valueField).meta({
      description:
        'One for each point. Null: no calls to take a latency from, or errors of hours before ' +
        'they were counted by hour.',
    }),
  })
  .meta({ id: 'Series' });

const answerSchema = z.object({
  metric: z.enum(seriesMetrics),
  unit: z.enum(['usd', 'tokens', 'requests', 'errors', 'ms']),
  bucket: z.enum(seriesBuckets),
  group: z.enum(seriesGroups),
  tz: z.string(),
  from: timeField,
  to: timeField,
  points: z.array(timeField).meta({
    description:
      'The start of each point; it ends where the next one starts, the last one at `to`. The ' +
      'first and the last bucket are cut to the range.',
  }),
  series: z.array(seriesSchema).meta({ description: 'The highest total first, `other` last.' }),
});

export type SeriesAnswer = z.input<typeof answerSchema>;

const description =
  `At most ${pointsMax} points. Days, weeks and months start when they start in \`tz\`: the day of a ` +
  'clock change has 23 or 25 hours. Every call counts once, in the bucket of its start. Of calls ' +
  'older than 400 days only the hour of their start is known.';

export const seriesOperations = defineOperations({
  'GET /api/series': {
    id: 'getSeries',
    tag: 'Usage',
    summary: 'Figures of the account over time',
    description,
    query: seriesQuerySchema,
    answers: { 200: { about: 'One value for each point and group.', body: answerSchema } },
  },
  'GET /api/orgs/{orgId}/series': {
    id: 'getOrgSeries',
    tag: 'Organizations',
    summary: 'Figures of an organization over time',
    description:
      'For org_admin and billing_viewer; a team_admin sees its team, a member its own calls. ' +
      `\`group=member\` is not for billing_viewer. ${description}`,
    query: seriesQuerySchema,
    answers: { 200: { about: 'One value for each point and group.', body: answerSchema } },
  },
});
