import { defineOperations, timeField } from '@tollgate/http';
import { z } from 'zod';

export const playgroundOperations = defineOperations({
  'POST /api/account/playground-token': {
    id: 'createPlaygroundToken',
    tag: 'Account',
    summary: 'Get a short-lived credential that calls models',
    description:
      'A bearer for the routes on which a standard key calls models, and for no others. Its calls ' +
      'are charged to your own account and counted against your own limits; without `X-Title` ' +
      'they are recorded for the app `playground`. It ends after 10 minutes, or with this session. ' +
      'A session has at most 5: the oldest one ends when another is made.',
    answers: {
      201: {
        about: 'The credential.',
        body: z.object({
          token: z.string().meta({ description: 'Shown this once; only its hash is kept.' }),
          expiresAt: timeField,
        }),
      },
    },
  },
});
