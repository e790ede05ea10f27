import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { RelyingParty } from './ports';
import type { PasskeyAssertion, PasskeyAttestation, Site } from './web-authn';

// ES256, EdDSA and RS256: every current authenticator has one of them.
const algorithms = [-7, -8, -257];
const timeoutMs = 5 * 60 * 1_000;

export function createRelyingParty(site: Site, name: string): RelyingParty {
  return { ...createRegistration(site, name), ...createSignIn(site) };
}

type Registration = 'makeRegistrationOptions' | 'verifyRegistration';

function createRegistration(site: Site, name: string): Pick<RelyingParty, Registration> {
  return {
    async makeRegistrationOptions(user, existing) {
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID: site.rpId,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name ?? user.email,
        attestationType: 'none',
        timeout: timeoutMs,
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        // Found without a mail address, and unlocked by its owner: so it replaces both.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    async verifyRegistration(answer, challenge) {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: toRegistration(answer),
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        supportedAlgorithmIDs: algorithms,
        requireUserVerification: true,
      });
      if (registrationInfo === undefined) throw new Error('the attestation is not valid');
      const { credential, credentialDeviceType } = registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: answer.response.transports ?? [],
        isSynced: credentialDeviceType === 'multiDevice',
      };
    },
  };
}

function createSignIn(site: Site): Omit<RelyingParty, Registration> {
  return {
    async makeSignInOptions() {
      const options = await generateAuthenticationOptions({
        rpID: site.rpId,
        timeout: timeoutMs,
        userVerification: 'required',
      });
      return { ...options };
    },

    async verifySignIn(answer, challenge, { counter, credentialId, publicKey }) {
      const { authenticationInfo, verified } = await verifyAuthenticationResponse({
        response: toAuthentication(answer),
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        requireUserVerification: true,
        credential: { id: credentialId, publicKey, counter },
      });
      if (!verified) throw new Error('the signature is not valid');
      return authenticationInfo.newCounter;
    },
  };
}

function toRegistration({
  id,
  rawId,
  response,
  type,
}: PasskeyAttestation): RegistrationResponseJSON {
  const { attestationObject, clientDataJSON } = response;
  const fields = { clientDataJSON, attestationObject };
  return { id, rawId, type, response: fields, clientExtensionResults: {} };
}

function toAuthentication({
  id,
  rawId,
  response,
  type,
}: PasskeyAssertion): AuthenticationResponseJSON {
  const { authenticatorData, clientDataJSON, signature } = response;
  const fields = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, response: fields, clientExtensionResults: {} };
}
