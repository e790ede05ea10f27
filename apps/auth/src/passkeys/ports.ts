import type { Passkey } from './passkey';
import type { CeremonyOptions, PasskeyAssertion, PasskeyAttestation } from './web-authn';

export interface PasskeyStore {
  /** False when the credential is registered already. */
  insert(passkey: Passkey): Promise<boolean>;
  /** Oldest first. */
  list(userId: string): Promise<readonly Passkey[]>;
  findByCredential(credentialId: string): Promise<Passkey | undefined>;
  /** Undefined for a passkey of another user. */
  find(id: string, userId: string): Promise<Passkey | undefined>;
  rename(id: string, name: string): Promise<void>;
  /** False when the passkey is gone, or when its counter did not grow, as with a copied one. */
  recordUse(id: string, counter: number, now: Date): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** How many were deleted. */
  removeAllOf(userId: string): Promise<number>;
}

export interface RecoveryCodeStore {
  /** Deletes the earlier codes of the user. */
  replace(userId: string, hashes: readonly string[], now: Date): Promise<void>;
  count(userId: string): Promise<number>;
  /** Whether the user had this code; of parallel attempts only one gets it. */
  take(userId: string, hash: string): Promise<boolean>;
  removeAllOf(userId: string): Promise<number>;
}

/** What a challenge was made for: a passkey of a user, or a sign-in. */
export type ChallengePurpose =
  { readonly kind: 'register'; readonly userId: string } | { readonly kind: 'sign-in' };

/** Challenges that work once and for five minutes. */
export interface ChallengeStore {
  put(challenge: string, purpose: ChallengePurpose): Promise<void>;
  /** Of parallel attempts only one gets it. */
  take(challenge: string): Promise<ChallengePurpose | undefined>;
}

export type NewCredential = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
>;

/** The site as authenticators know it; the checks of WebAuthn are behind it. */
export interface RelyingParty {
  makeRegistrationOptions(
    user: { readonly id: string; readonly email: string; readonly name: string | null },
    existing: readonly Passkey[],
  ): Promise<CeremonyOptions>;
  /** Throws when anything about the answer is wrong. */
  verifyRegistration(answer: PasskeyAttestation, challenge: string): Promise<NewCredential>;
  makeSignInOptions(): Promise<CeremonyOptions>;
  /** The new counter. Throws when anything about the answer is wrong. */
  verifySignIn(answer: PasskeyAssertion, challenge: string, passkey: Passkey): Promise<number>;
}
