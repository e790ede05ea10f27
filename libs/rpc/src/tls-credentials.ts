import {
  credentials,
  experimental,
  ServerCredentials,
  type ChannelCredentials,
} from '@grpc/grpc-js';
import type { Certificates, CertificateTexts, ServiceCredential } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';

/** Both sides show their certificate; without certificates, neither has TLS. */
export function makeServerCredentials(
  { certificates }: ServiceCredential,
  logger: Logger,
): ServerCredentials {
  if (certificates === undefined) return ServerCredentials.createInsecure();
  const provider = new WatchedCertificates(certificates, logger);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

export function makeChannelCredentials(
  { certificates }: ServiceCredential,
  logger: Logger,
): ChannelCredentials {
  if (certificates === undefined) return credentials.createInsecure();
  const provider = new WatchedCertificates(certificates, logger);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

type Provider = experimental.CertificateProvider;

/** Gives gRPC the certificates in use, and every new set of them. */
class WatchedCertificates implements Provider {
  readonly #certificates: Certificates;
  readonly #logger: Logger;
  readonly #stops = new Map<unknown, () => void>();

  constructor(certificates: Certificates, logger: Logger) {
    this.#certificates = certificates;
    this.#logger = logger;
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#add(listener, ({ ca }) => listener({ caCertificate: Buffer.from(ca) }));
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#remove(listener);
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#add(listener, ({ cert, key }) =>
      listener({ certificate: Buffer.from(cert), privateKey: Buffer.from(key) }),
    );
  }

  removeIdentityCertificateListener(
    listener: experimental.IdentityCertificateUpdateListener,
  ): void {
    this.#remove(listener);
  }

  /** gRPC reads the first set in the turn after it has added its listener. */
  #add(listener: unknown, tell: (texts: CertificateTexts) => void): void {
    this.#stops.set(listener, this.#certificates.watch(tell, this.#logger));
    process.nextTick(() => tell(this.#certificates.current));
  }

  #remove(listener: unknown): void {
    this.#stops.get(listener)?.();
    this.#stops.delete(listener);
  }
}
