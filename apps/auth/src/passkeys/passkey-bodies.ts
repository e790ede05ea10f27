import { z } from 'zod';

const charactersMax = 20_000;
const idCharactersMax = 1_400;

const base64url = z
  .string()
  .regex(/^[\w-]*$/, 'must be base64url')
  .max(charactersMax);
const credentialId = base64url.min(1).max(idCharactersMax);
const transports = z.array(z.string().max(20)).max(10);

const shared = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}).meta({
    description: 'Accepted and ignored.',
  }),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};

/** As `PublicKeyCredential.toJSON()` makes it; fields that are not listed are ignored. */
export const attestationSchema = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url.min(1),
    attestationObject: base64url.min(1),
    transports: transports.optional(),
  }),
});

export const assertionSchema = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url.min(1),
    authenticatorData: base64url.min(1),
    signature: base64url.min(1),
    userHandle: base64url.max(idCharactersMax).nullish(),
  }),
});

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});
const challenge = z.string().meta({ description: 'Works once and for 5 minutes.' });
const timeout = z.number().meta({ description: 'Milliseconds.' });

export const registrationOptionsSchema = z
  .looseObject({
    challenge,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    timeout,
    excludeCredentials: z.array(descriptor),
    attestation: z.string(),
  })
  .meta({ description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`.' });

export const signInOptionsSchema = z
  .looseObject({ challenge, rpId: z.string(), timeout, userVerification: z.string() })
  .meta({ description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON`.' });
