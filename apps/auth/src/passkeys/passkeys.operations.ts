import { defineOperations, emailField, printable, timeField } from '@tollgate/http';
import { z } from 'zod';
import { userSchema } from '../accounts/account-answers';
import { passwordField } from '../accounts/account-fields';
import { passkeysPerUserMax } from './passkey';
import {
  assertionSchema,
  attestationSchema,
  registrationOptionsSchema,
  signInOptionsSchema,
} from './passkey-bodies';
import { recoveryCodeCount } from './recovery-code';

const nameCharactersMax = 100;
const codeCharactersMax = 100;

const nameField = z
  .string()
  .trim()
  .min(1)
  .max(nameCharactersMax)
  .regex(printable, 'must not contain control characters')
  .meta({ description: 'So that you can tell your passkeys apart, such as the device it is on.' });
const idPath = z.object({ id: z.string() });

export const beginPasskeyBody = z.object({ password: passwordField });
export const finishPasskeyBody = z.object({
  name: nameField,
  credential: attestationSchema.meta({ description: '`toJSON()` of the new credential.' }),
});
export const renamePasskeyBody = z.object({ name: nameField });
export const createCodesBody = z.object({ password: passwordField });
export const logInByPasskeyBody = z.object({
  credential: assertionSchema.meta({ description: '`toJSON()` of the credential.' }),
});
export const logInByCodeBody = z.object({
  email: emailField,
  code: z.string().min(1).max(codeCharactersMax).meta({
    description: 'Capitals, spaces and dashes do not matter.',
  }),
});

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean().meta({
    description: 'Whether its owner may have copies of it on several devices.',
  }),
  createdAt: timeField,
  lastUsedAt: timeField.nullable(),
});
const passkey = { about: 'The passkey.', body: passkeySchema };
const signedIn = {
  about: 'The account, with a session cookie.',
  body: z.object({ user: userSchema }),
};

export const passkeyOperations = defineOperations({
  'GET /api/account/passkeys': {
    id: 'listPasskeys',
    tag: 'Account',
    summary: 'Your passkeys',
    answers: {
      200: {
        about: 'All of them, the oldest first; there are no pages.',
        body: z.object({ passkeys: z.array(passkeySchema) }),
      },
    },
  },
  'POST /api/account/passkeys/begin': {
    id: 'beginPasskey',
    tag: 'Account',
    summary: 'Begin to add a passkey',
    description:
      `An account has at most ${passkeysPerUserMax}. A wrong password is 403 and counts as a ` +
      'guess. Passkeys belong to the host name of the site: they work on no other one.',
    body: beginPasskeyBody,
    answers: {
      200: {
        about: 'What the browser needs to make the passkey.',
        body: z.object({ options: registrationOptionsSchema }),
      },
    },
  },
  'POST /api/account/passkeys/finish': {
    id: 'finishPasskey',
    tag: 'Account',
    summary: 'Add the passkey that the browser made',
    body: finishPasskeyBody,
    answers: { 201: passkey },
  },
  'PATCH /api/account/passkeys/{id}': {
    id: 'renamePasskey',
    tag: 'Account',
    summary: 'Rename a passkey',
    path: idPath,
    body: renamePasskeyBody,
    answers: { 200: passkey },
  },
  'DELETE /api/account/passkeys/{id}': {
    id: 'deletePasskey',
    tag: 'Account',
    summary: 'Delete a passkey',
    description: 'It signs in no more. Sessions that it opened stay.',
    path: idPath,
    answers: { 204: { about: 'Deleted.' } },
  },
  'GET /api/account/recovery-codes': {
    id: 'countRecoveryCodes',
    tag: 'Account',
    summary: 'How many recovery codes you have left',
    answers: {
      200: { about: 'The codes themselves are not kept.', body: z.object({ left: z.int() }) },
    },
  },
  'POST /api/account/recovery-codes': {
    id: 'createRecoveryCodes',
    tag: 'Account',
    summary: `Make ${recoveryCodeCount} recovery codes`,
    description:
      'Each signs in once. Earlier codes stop working. A wrong password is 403 and counts as a ' +
      'guess.',
    body: createCodesBody,
    answers: {
      201: {
        about: 'The codes.',
        body: z.object({
          codes: z.array(z.string()).meta({
            description: 'Shown this once; only their hashes are kept.',
          }),
        }),
      },
    },
  },
  'POST /api/auth/passkey/begin': {
    id: 'beginPasskeySignIn',
    tag: 'Sign-in',
    summary: 'Begin to sign in with a passkey',
    answers: {
      200: {
        about: 'What the browser needs to ask for a passkey.',
        body: z.object({ options: signInOptionsSchema }),
      },
    },
  },
  'POST /api/auth/passkey/finish': {
    id: 'finishPasskeySignIn',
    tag: 'Sign-in',
    summary: 'Open a session with a passkey',
    body: logInByPasskeyBody,
    answers: { 200: signedIn },
  },
  'POST /api/auth/recovery-code': {
    id: 'logInByRecoveryCode',
    tag: 'Sign-in',
    summary: 'Open a session with a recovery code',
    description: 'The code stops working. Wrong codes count like wrong passwords.',
    body: logInByCodeBody,
    answers: { 200: signedIn },
  },
});
