import { ApiError } from '../api/api-error';
import { read } from '../api/client';
import {
  beginPasskey,
  beginPasskeySignIn,
  finishPasskey,
  finishPasskeySignIn,
} from '../api/generated/sdk.gen';
import type {
  BeginPasskeyResponse,
  BeginPasskeySignInResponse,
  FinishPasskeyData,
  FinishPasskeySignInData,
} from '../api/generated/types.gen';
import { t } from '../i18n/language';
import { isDrawing } from '../state/is-drawing';

type NewCredential = FinishPasskeyData['body']['credential'];
type UsedCredential = FinishPasskeySignInData['body']['credential'];

/** Browsers make no passkeys for the address of a machine, and older ones none from JSON. */
export function canUsePasskeys(): boolean {
  if (isDrawing) return true;
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return (
    !isAddress &&
    isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Adds a passkey to the account that is signed in. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const { options } = await read(beginPasskey({ body: { password } }));
  const publicKey = parseNew(options);
  const credential = await ask<NewCredential>(() => navigator.credentials.create({ publicKey }));
  await read(finishPasskey({ body: { name, credential } }));
}

/** The browser lets its user choose one of the passkeys for this site. */
export async function signInByPasskey(): Promise<void> {
  const { options } = await read(beginPasskeySignIn());
  const publicKey = parseGet(options);
  const credential = await ask<UsedCredential>(() => navigator.credentials.get({ publicKey }));
  await read(finishPasskeySignIn({ body: { credential } }));
}

function parseNew(options: BeginPasskeyResponse['options']): PublicKeyCredentialCreationOptions {
  return PublicKeyCredential.parseCreationOptionsFromJSON(options);
}

function parseGet(
  options: BeginPasskeySignInResponse['options'],
): PublicKeyCredentialRequestOptions {
  return PublicKeyCredential.parseRequestOptionsFromJSON(options);
}

/** A user who cancels and a device without passkeys look alike to the page. */
async function ask<Json>(call: () => Promise<Credential | null>): Promise<Json> {
  try {
    const credential = await call();
    if (credential !== null) return (credential as PublicKeyCredential).toJSON() as unknown as Json;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      throw new ApiError(0, { error: t('This device has a passkey for your account already.') });
    }
  }
  throw new ApiError(0, { error: t('No passkey was used. Please try again.') });
}
