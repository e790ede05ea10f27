import { read } from '../../api/client';
import { createPlaygroundToken } from '../../api/generated/sdk.gen';
import { onAccountChange } from '../../app/account-change';
import type { Credential } from './credential';

const reserveMs = 60_000;

interface KnownToken {
  readonly token: string;
  readonly endsAtMs: number;
}

let known: KnownToken | undefined;
/** Changes with every `forget`: a token that was asked for before it is not kept after it. */
let era = 0;

/** Calls of the account that is signed in; the token is renewed a minute before it ends. */
export const accountCredential: Credential = {
  getToken: async () => {
    if (known === undefined || known.endsAtMs - reserveMs < Date.now()) {
      const eraOfRequest = era;
      const { expiresAt, token } = await read(createPlaygroundToken());
      if (era === eraOfRequest) known = { token, endsAtMs: Date.parse(expiresAt) };
      return token;
    }
    return known.token;
  },
  forget: () => {
    known = undefined;
    era += 1;
  },
};

onAccountChange(accountCredential.forget);
