import { defineOperations } from '@tollgate/http';
import { z } from 'zod';
import { currentSessionSchema, sessionSchema, userSchema } from '../accounts/account-answers';

const sessionsMax = 100;
const offsetMax = 1_000_000;

export const sessionsQuery = z.object({
  offset: z.coerce.number().int().min(0).max(offsetMax).default(0),
  limit: z.coerce.number().int().min(1).max(sessionsMax).default(sessionsMax),
});

export const sessionOperations = defineOperations({
  'POST /api/auth/logout': {
    id: 'logOut',
    tag: 'Sign-in',
    summary: 'End this session',
    answers: { 204: { about: 'Ended, and the cookie cleared.' } },
  },
  'GET /api/auth/session': {
    id: 'getSession',
    tag: 'Sign-in',
    summary: 'Who is signed in',
    answers: {
      200: {
        about: 'The account and the session.',
        body: z.object({ user: userSchema, session: currentSessionSchema }),
      },
    },
  },
  'GET /api/auth/sessions': {
    id: 'listSessions',
    tag: 'Sign-in',
    summary: 'Where you are signed in, newest first',
    query: sessionsQuery,
    answers: {
      200: {
        about: 'Sessions that are alive.',
        body: z.object({ sessions: z.array(sessionSchema) }),
      },
    },
  },
  'DELETE /api/auth/sessions/{id}': {
    id: 'endSession',
    tag: 'Sign-in',
    summary: 'End one of your sessions',
    answers: { 204: { about: 'Its cookie is refused from now on.' } },
  },
});
