import { defineOperations } from '@tollgate/http';
import { z } from 'zod';

const secondsMax = 3_600;
const eventIdCharactersMax = 80;

export const liveQuerySchema = z.object({
  seconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(secondsMax)
    .default(secondsMax)
    .meta({ description: 'The stream ends after so many seconds; clients may then resume it.' }),
  last_event_id: z
    .string()
    .max(eventIdCharactersMax)
    .optional()
    .meta({ description: 'For clients that cannot set the header `Last-Event-ID`.' }),
});

const resuming =
  'Server-sent events, with a comment every 15 seconds. Send the last `id` as `Last-Event-ID` to ' +
  'continue: no entry is left out or sent twice. After more than 24 hours, 10,000 entries or ' +
  '100,000 calls of the whole service, the event `reset` comes instead.';
const events =
  '`call` is a new call, as in the list of calls; `breaker` a tripped spend breaker; `balance` the ' +
  'figures of `GET /v1/credits` with the open holds, at the start and when they change. After ' +
  '`reset`, load the list of calls again. To show a list that follows, open the stream first and ' +
  'then load the list.';
const bounds =
  'A caller may have 4 streams open. A stream ends when its session or key does, and when the ' +
  'client reads too slowly.';
const answers = {
  200: { about: 'Events, until the stream ends.', mediaTypes: ['text/event-stream'] },
};

export const liveOperations = defineOperations({
  'GET /api/live': {
    id: 'streamLive',
    tag: 'Usage',
    summary: 'Calls and balance of the account, as they change',
    description: `${resuming} ${events} ${bounds}`,
    query: liveQuerySchema,
    answers,
  },
  'GET /api/orgs/{orgId}/live': {
    id: 'streamOrgLive',
    tag: 'Organizations',
    summary: 'Calls and balance of an organization, as they change',
    description:
      'For org_admin and billing_viewer; a team_admin sees the calls of its team and a member its ' +
      'own, without the balance. A billing_viewer sees neither who made a call nor breakers of ' +
      'members. ' +
      `${resuming} ${events} ${bounds}`,
    query: liveQuerySchema,
    answers,
  },
  'GET /api/admin/live': {
    id: 'streamPlatformLive',
    tag: 'Operator',
    summary: 'Traffic of the whole service, as it is posted',
    description:
      '`traffic` has the calls that were posted since the event before, with errors and spend, ' +
      'once a second; `breaker` is a tripped spend breaker of any account. Traffic is not sent ' +
      `again to a client that resumes. ${resuming} ${bounds}`,
    query: liveQuerySchema,
    answers,
  },
});
