import { createSoftwareAuthenticator } from '@tollgate/testing';
import type { Account } from './accounts';
import type { Json } from './api-call';
import type { Gateway } from './gateway';
import { recipe, type Recipe } from './recipe';

/** The address of the gateway by its name: there are no passkeys for an IP address. */
export function getNamedUrl({ baseUrl }: Pick<Gateway, 'baseUrl'>): string {
  return baseUrl.replace('127.0.0.1', 'localhost');
}

/** Passkeys and recovery codes, with an authenticator in software. */
export function makePasskeyRecipes(gateway: Gateway, getOwner: () => Account): readonly Recipe[] {
  const device = createSoftwareAuthenticator({ origin: getNamedUrl(gateway) });
  const withSession = () => ({ cookie: getOwner().cookie });
  const withPassword = () => ({ ...withSession(), body: { password: getOwner().password } });
  const begin = async (path: string, call: object): Promise<Json> =>
    (await gateway.call(path, { method: 'POST', ...call })).json.options;
  let passkeyId = '';
  let code = '';
  const path = (): string => `/api/account/passkeys/${passkeyId}`;
  return [
    recipe('POST /api/account/passkeys/begin', withPassword),
    recipe(
      'POST /api/account/passkeys/finish',
      async () => {
        const options = await begin('/api/account/passkeys/begin', withPassword());
        return { ...withSession(), body: { credential: device.create(options) } };
      },
      { after: ({ json }) => void (passkeyId = json.id as string) },
    ),
    recipe('PATCH /api/account/passkeys/{id}', withSession, { path }),
    recipe('GET /api/account/passkeys', withSession),
    recipe('POST /api/auth/passkey/begin', () => ({})),
    recipe('POST /api/auth/passkey/finish', async () => {
      const options = await begin('/api/auth/passkey/begin', {});
      return { body: { credential: device.get(options) } };
    }),
    recipe('DELETE /api/account/passkeys/{id}', withSession, { path }),
    recipe('POST /api/account/recovery-codes', withPassword, {
      after: ({ json }) => void (code = json.codes[0] as string),
    }),
    recipe('GET /api/account/recovery-codes', withSession),
    recipe('POST /api/auth/recovery-code', () => ({ body: { email: getOwner().email, code } })),
  ];
}
