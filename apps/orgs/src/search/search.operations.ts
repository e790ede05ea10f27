import { defineOperations, textField } from '@tollgate/http';
import { z } from 'zod';
import { resultKinds, resultsPerKindMax, searchedServices } from './search-result';

const textCharactersMax = 200;

export const searchQuery = z.object({
  q: textField(textCharactersMax).meta({
    description:
      'In any case: a part of the name of a key, model, organization or member; the beginning or ' +
      'the end of the secret of a key; a part of the address of a member; the whole id of a call ' +
      'or an organization. Operators find users by the beginning of address or name and by the ' +
      'whole id, and all organizations by the beginning of name or slug.',
  }),
});

export const namedIdsMax = 100;
const idCharactersMax = 40;

export const namesQuery = z.object({
  ids: z
    .string()
    .max(namedIdsMax * (idCharactersMax + 1))
    .transform((text) => text.split(',').filter(Boolean))
    .refine((ids) => ids.length <= namedIdsMax, `at most ${namedIdsMax} ids`)
    .meta({
      description: `Ids of users, organizations, teams and members, at most ${namedIdsMax}, with commas.`,
    }),
});

const resultSchema = z
  .object({
    kind: z.enum(resultKinds),
    id: z.string(),
    title: z.string(),
    detail: z.string().meta({
      description:
        'The masked secret of a key, the role in an own organization or the slug of another one, ' +
        'the address of a member or user, the id of a model, the model of a call.',
    }),
    org: z.object({ id: z.string(), name: z.string() }).nullable().meta({
      description:
        'Of a member, of a key of an organization, and of a call that an organization paid.',
    }),
  })
  .meta({ id: 'SearchResult' });

export const searchOperations = defineOperations({
  'GET /api/search': {
    id: 'search',
    tag: 'Account',
    summary: 'Search keys, calls, organizations, members and models',
    description:
      `At most ${resultsPerKindMax} results of each kind: personal keys and those of ` +
      'organizations that the caller may list, a call by its id, own organizations, members (among ' +
      '1,000) that an org_admin or team_admin may list, and models; for operators also users and ' +
      'all organizations.',
    query: searchQuery,
    answers: {
      200: {
        about: 'Matches that the caller may see.',
        body: z.object({
          results: z.array(resultSchema),
          unavailable: z.array(z.enum(searchedServices)).meta({
            description: 'Services that did not answer in time: their results are missing.',
          }),
        }),
      },
    },
  },
  'GET /api/admin/names': {
    id: 'listNames',
    tag: 'Operator',
    summary: 'The names of users, organizations, teams and members',
    description: 'For lists that have ids of what pays, or of what a limit is of.',
    query: namesQuery,
    answers: {
      200: {
        about: 'Ids that are unknown, of a deleted user or of something else are left out.',
        body: z.object({
          names: z.array(
            z.object({
              id: z.string(),
              kind: z.enum(['user', 'organization', 'team', 'member']),
              name: z.string().meta({ description: 'Of a user without a name, the address.' }),
              org: z
                .object({ id: z.string(), name: z.string() })
                .nullable()
                .meta({ description: 'Of a team and a member.' }),
            }),
          ),
        }),
      },
    },
  },
});
