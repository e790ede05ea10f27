import { Certificates } from './certificates';
import type { EnvReader } from './env-reader';
import { listGrpcHosts } from './grpc-address';
import type { Secret } from './secret';

/** How the services of a deployment know each other. */
export interface ServiceCredential {
  /** What the calls of this service carry. */
  readonly secret: Secret;
  /** Accepted too, while the secret is being replaced. */
  readonly otherSecret?: Secret | undefined;
  /** Undefined: connections between services have no TLS. */
  readonly certificates?: Certificates | undefined;
}

const secretLengthMin = 32;
const tlsRemedy = 'set TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE';

export function readServiceCredential(env: EnvReader): ServiceCredential {
  return {
    secret: env.secret('SERVICE_SECRET', {
      about: 'credential of gRPC calls between services',
      lengthMin: secretLengthMin,
    }),
    otherSecret: env.optionalSecret('SERVICE_SECRET_OTHER', {
      about: 'accepted too while SERVICE_SECRET is replaced: first the new one, then the old one',
      lengthMin: secretLengthMin,
    }),
    certificates: readCertificates(env),
  };
}

/** One by which the edge signs who a caller is; the services accept two. */
export function readIdentitySecret(env: EnvReader): Secret {
  return env.secret('IDENTITY_SECRET', {
    about: 'signs the identity header between the edge and the services',
    lengthMin: secretLengthMin,
  });
}

export function readIdentitySecrets(env: EnvReader): readonly Secret[] {
  const other = env.optionalSecret('IDENTITY_SECRET_OTHER', {
    about: 'accepted too while IDENTITY_SECRET is replaced: first the new one, then the old one',
    lengthMin: secretLengthMin,
  });
  const secret = readIdentitySecret(env);
  return other === undefined ? [secret] : [secret, other];
}

/** host:port of the gRPC port of a service; several as `ipv4:a:1,b:2` or `dns:///name:port`. */
export function readGrpcAddress(env: EnvReader, name: string, service: string): string {
  const address = env.text(name, { about: `host:port of ${service}` });
  const hosts = listGrpcHosts(env, name, address);
  const hasTls = env.optionalText('TLS_CERT_FILE', { about: certAbout }) !== undefined;
  env.plaintext(name, hasTls ? [] : hosts, tlsRemedy);
  return address;
}

const certAbout = 'PEM certificate of this service; with it, services talk over mutual TLS';

function readCertificates(env: EnvReader): Certificates | undefined {
  const certFile = env.optionalText('TLS_CERT_FILE', { about: certAbout });
  const keyFile = env.optionalText('TLS_KEY_FILE', { about: 'PEM key of TLS_CERT_FILE' });
  const caFile = env.optionalText('TLS_CA_FILE', {
    about: 'PEM certificate of the authority that signed the certificates of all services',
  });
  if (certFile === undefined && keyFile === undefined && caFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined || caFile === undefined) {
    env.faults.push('TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE must be set together');
    return undefined;
  }
  try {
    return new Certificates({ certFile, keyFile, caFile });
  } catch (error) {
    env.faults.push(`TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE: ${(error as Error).message}`);
    return undefined;
  }
}
