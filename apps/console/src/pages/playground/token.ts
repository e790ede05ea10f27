import { read } from '../../api/client';
import { createPlaygroundToken } from '../../api/generated/sdk.gen';
import type { Credential } from './credential';

const reserveMs = 60_000;

let known: { readonly token: string; readonly endsAtMs: number } | undefined;

/** Calls of the account that is signed in; the token is renewed a minute before it ends. */
export const accountCredential: Credential = {
  getToken: async () => {
    if (known === undefined || known.endsAtMs - reserveMs < Date.now()) {
      const { expiresAt, token } = await read(createPlaygroundToken());
      known = { token, endsAtMs: Date.parse(expiresAt) };
    }
    return known.token;
  },
  forget: () => {
    known = undefined;
  },
};
