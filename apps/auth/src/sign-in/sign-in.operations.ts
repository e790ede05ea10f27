import { defineOperations, emailField } from '@tollgate/http';
import { z } from 'zod';
import { userSchema } from '../accounts/account-answers';
import { nameField, newPasswordField, passwordField, tokenField } from '../accounts/account-fields';

const inviteTokenCharactersMax = 200;

/** Unknown fields are ignored, so a sign-up cannot choose a role. */
export const signUpBody = z.object({
  email: emailField,
  password: newPasswordField,
  name: nameField.optional(),
  inviteToken: z.string().max(inviteTokenCharactersMax).nullish(),
});
export const logInBody = z.object({
  email: emailField,
  password: passwordField,
  code: tokenField.optional().meta({
    description: 'From the mail of POST /api/auth/login/code, after 401 `login_code_required`.',
  }),
});
export const signInLinkBody = z.object({
  token: tokenField.meta({ description: 'From the link; it works once and for 15 minutes.' }),
});
export const logInCodeBody = z.object({ email: emailField });
export const verifyEmailBody = z.object({ token: tokenField });
export const forgotPasswordBody = z.object({ email: emailField });
export const resendVerificationBody = z.object({ email: emailField });
export const resetPasswordBody = z.object({
  token: tokenField,
  password: newPasswordField,
  revokeKeys: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Also deletes your API keys, passkeys and recovery codes. Those of an account whose ' +
        'address was never verified before are always deleted.',
    }),
});
const signedIn = z.object({ user: userSchema });
const accepted = {
  about: 'The same whether the address has an account or not.',
  body: z.object({ accepted: z.literal(true) }),
};

export const signInOperations = defineOperations({
  'POST /api/auth/signup': {
    id: 'signUp',
    tag: 'Sign-in',
    summary: 'Make an account',
    description: 'A mail with a token confirms the address. Two spellings of it are one account.',
    body: signUpBody,
    answers: {
      201: {
        about: 'The account, with a session cookie unless the service hides who has an account.',
        body: signedIn,
      },
    },
  },
  'POST /api/auth/verify-email': {
    id: 'verifyEmail',
    tag: 'Sign-in',
    summary: 'Confirm a mail address',
    body: verifyEmailBody,
    answers: { 204: { about: 'Confirmed.' } },
  },
  'POST /api/auth/verify-email/resend': {
    id: 'resendVerification',
    tag: 'Sign-in',
    summary: 'Ask for another mail that confirms an address',
    description: 'At most 3 an hour for one address.',
    body: resendVerificationBody,
    answers: { 202: accepted },
  },
  'POST /api/auth/login': {
    id: 'logIn',
    tag: 'Sign-in',
    summary: 'Open a session',
    description:
      'Ten wrong passwords lock the account for this client address for 15 minutes. After many ' +
      'wrong passwords from many addresses, a client at an address that the account never signed ' +
      'in from gets 401 `login_code_required` and needs a mailed code.',
    body: logInBody,
    answers: { 200: { about: 'The account, with a session cookie.', body: signedIn } },
  },
  'POST /api/auth/sign-in-link': {
    id: 'signInByLink',
    tag: 'Sign-in',
    summary: 'Open a session with a link that works once',
    description:
      'Such links are made by the stack for its own accounts when it starts. No route makes one.',
    body: signInLinkBody,
    answers: { 200: { about: 'The account, with a session cookie.', body: signedIn } },
  },
  'POST /api/auth/login/code': {
    id: 'sendLogInCode',
    tag: 'Sign-in',
    summary: 'Ask for a mailed code to sign in with',
    description: 'Mailed only while a login of the account answers `login_code_required`.',
    body: logInCodeBody,
    answers: { 202: accepted },
  },
  'POST /api/auth/password/forgot': {
    id: 'forgotPassword',
    tag: 'Sign-in',
    summary: 'Ask for a mail that lets you choose a new password',
    body: forgotPasswordBody,
    answers: { 202: accepted },
  },
  'POST /api/auth/password/reset': {
    id: 'resetPassword',
    tag: 'Sign-in',
    summary: 'Choose a new password',
    body: resetPasswordBody,
    answers: { 204: { about: 'In force; every session has ended.' } },
  },
});
