import { createSoftwareAuthenticator } from '@tollgate/testing';
import type { Passkey } from './passkey';
import { createRelyingParty } from './web-authn-client';

const site = { origin: 'https://tollgate.example', rpId: 'tollgate.example' };
const relyingParty = createRelyingParty(site, 'tollgate');
const user = { id: 'user_1', email: 'ada@example.com', name: null };

type NewOptions = Parameters<ReturnType<typeof createSoftwareAuthenticator>['create']>[0];
type UseOptions = Parameters<ReturnType<typeof createSoftwareAuthenticator>['get']>[0];

async function register(origin = site.origin) {
  const device = createSoftwareAuthenticator({ origin });
  const options = await relyingParty.makeRegistrationOptions(user, []);
  const answer = device.create(options as unknown as NewOptions);
  const credential = await relyingParty.verifyRegistration(answer, options.challenge);
  const passkey = { id: 'pk_1', userId: user.id, name: 'a', createdAt: new Date() };
  return { device, passkey: { ...passkey, ...credential, lastUsedAt: null } as Passkey };
}

describe('the checks of WebAuthn', () => {
  it('accept a passkey of this site, and its signature', async () => {
    const { device, passkey } = await register();
    expect(passkey).toMatchObject({ counter: 0, isSynced: false, transports: ['usb'] });
    const options = await relyingParty.makeSignInOptions();
    const answer = device.get(options as unknown as UseOptions);
    const verify = (challenge: string, known: Passkey) =>
      relyingParty.verifySignIn(answer, challenge, known);
    expect(await verify(options.challenge, passkey)).toBe(1);
    await expect(verify('another', passkey)).rejects.toThrow(/challenge/);
    await expect(verify(options.challenge, { ...passkey, counter: 1 })).rejects.toThrow(/counter/);
  });

  it('refuse a passkey that was made at another origin', async () => {
    await expect(register('https://tollgate.example.evil')).rejects.toThrow(/origin/);
  });
});
