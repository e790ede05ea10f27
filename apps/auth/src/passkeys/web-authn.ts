/** What a browser needs to make or to use a passkey. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly [field: string]: unknown;
}

interface CredentialAnswer<Response> {
  /** base64url */
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: Response;
}

/** A new passkey, as the browser describes it. Texts are base64url. */
export type PasskeyAttestation = CredentialAnswer<{
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports?: readonly string[] | undefined;
}>;

/** A signature by a passkey. Texts are base64url. */
export type PasskeyAssertion = CredentialAnswer<{
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** The id of the user. */
  readonly userHandle?: string | null | undefined;
}>;

export interface Site {
  readonly origin: string;
  /** The host name that passkeys belong to. */
  readonly rpId: string;
}

/**
 * Browsers make no passkeys for an IP address. A local stack is also reached as `localhost`, which
 * they accept without TLS.
 */
export function getSite(siteUrl: string): Site {
  const url = new URL(siteUrl);
  const isLoopback = url.hostname === '[::1]' || url.hostname.startsWith('127.');
  if (isLoopback) url.hostname = 'localhost';
  return { origin: url.origin, rpId: url.hostname };
}

/** The challenge that a browser signed; undefined for data that is not from a browser. */
export function readChallenge(clientDataJson: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8');
    const { challenge } = JSON.parse(text) as { readonly challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
