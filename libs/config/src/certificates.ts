import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface CertificateFiles {
  /** The certificate of this service, and those between it and the authority. */
  readonly certFile: string;
  readonly keyFile: string;
  /** The authority that signs the certificates of all services. */
  readonly caFile: string;
}

/** PEM. */
export interface CertificateTexts {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

interface Reporter {
  info(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

export type CertificateListener = (texts: CertificateTexts) => void;

const rereadMs = 5_000;

/**
 * The certificate with which this service proves who it is, and the authority it believes. The
 * files are read again every few seconds: new certificates need no restart. Files that do not fit
 * together, as in the middle of an exchange, leave the ones before in use.
 */
export class Certificates {
  readonly #files: CertificateFiles;
  readonly #listeners = new Set<CertificateListener>();
  #current: CertificateTexts;
  #timer: NodeJS.Timeout | undefined;
  #lastFault = '';

  /** Throws an error with a plain message when a file cannot be used. */
  constructor(files: CertificateFiles) {
    this.#files = files;
    this.#current = readFiles(files);
  }

  get current(): CertificateTexts {
    return this.#current;
  }

  /** Calls `listener` with every new set of certificates, until the returned function is called. */
  watch(listener: CertificateListener, logger: Reporter): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#reread(logger), rereadMs).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #reread(logger: Reporter): void {
    try {
      const texts = readFiles(this.#files);
      this.#lastFault = '';
      const { ca, cert, key } = this.#current;
      if (texts.ca === ca && texts.cert === cert && texts.key === key) return;
      this.#current = texts;
      for (const listener of this.#listeners) listener(texts);
      logger.info('certificates read again', { file: this.#files.certFile });
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#lastFault) logger.error('new certificates not used', { error });
      this.#lastFault = message;
    }
  }
}

function readFiles({ caFile, certFile, keyFile }: CertificateFiles): CertificateTexts {
  const texts = { cert: readText(certFile), key: readText(keyFile), ca: readText(caFile) };
  const certificate = parse(certFile, () => new X509Certificate(texts.cert));
  const key = parse(keyFile, () => createPrivateKey(texts.key));
  parse(caFile, () => new X509Certificate(texts.ca));
  if (!certificate.checkPrivateKey(key)) {
    throw new Error(`the key in ${keyFile} is not that of the certificate in ${certFile}`);
  }
  return texts;
}

function readText(file: string): string {
  return parse(file, () => readFileSync(file, 'utf8'));
}

function parse<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${file} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
