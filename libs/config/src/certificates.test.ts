import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeCertificate } from '@tollgate/testing';
import { Certificates } from './certificates';
import { defineConfig } from './define-config';
import { readServiceCredential } from './service-credential';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-certificates-'));
const files = {
  certFile: join(directory, 'service.crt'),
  keyFile: join(directory, 'service.key'),
  caFile: join(directory, 'authority.crt'),
};
const authority = makeAuthority('an authority');
const first = makeCertificate('billing', authority);
const second = makeCertificate('billing', authority);
const logged: string[] = [];
const logger = {
  info: (message: string) => void logged.push(message),
  error: (message: string) => void logged.push(message),
};

beforeEach(() => {
  jest.useFakeTimers();
  logged.length = 0;
  write(first);
  writeFileSync(files.caFile, authority.cert);
});
afterEach(() => jest.useRealTimers());
afterAll(() => rmSync(directory, { recursive: true }));

function write({ cert, key }: { readonly cert: string; readonly key: string }): void {
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
}

describe('certificates', () => {
  it('are read again when their files change, once for each change', () => {
    const certificates = new Certificates(files);
    const seen: string[] = [];
    const stop = certificates.watch(({ cert }) => void seen.push(cert), logger);
    jest.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
    write(second);
    jest.advanceTimersByTime(60_000);
    expect(seen).toEqual([second.cert]);
    expect(certificates.current).toEqual({ ...second, ca: authority.cert });
    expect(logged).toEqual(['certificates read again']);
    stop();
    write(first);
    jest.advanceTimersByTime(60_000);
    expect(seen).toHaveLength(1);
  });

  it('stay in use while the new files do not fit together, which is said once', () => {
    const certificates = new Certificates(files);
    certificates.watch(() => undefined, logger);
    writeFileSync(files.certFile, second.cert);
    jest.advanceTimersByTime(60_000);
    expect(certificates.current.cert).toBe(first.cert);
    expect(logged).toEqual(['new certificates not used']);
    writeFileSync(files.keyFile, second.key);
    jest.advanceTimersByTime(60_000);
    expect(certificates.current.cert).toBe(second.cert);
  });
});

describe('the settings of certificates', () => {
  const config = defineConfig({ name: 'x', read: readServiceCredential });
  const load = (changed: Record<string, string>): unknown =>
    config.load({
      SERVICE_SECRET: '4f9d2c81b7e6053a4f9d2c81b7e6053a',
      TLS_CERT_FILE: files.certFile,
      TLS_KEY_FILE: files.keyFile,
      TLS_CA_FILE: files.caFile,
      ...changed,
    });

  it('are taken together', () => {
    expect(load({})).toMatchObject({ certificates: { current: { cert: first.cert } } });
    expect(() => load({ TLS_KEY_FILE: '' })).toThrow(
      'TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE must be set together',
    );
  });

  it('name the file that cannot be used', () => {
    const away = join(directory, 'away.key');
    expect(() => load({ TLS_KEY_FILE: away })).toThrow(`${away} cannot be used: ENOENT`);
    writeFileSync(files.caFile, 'no certificate');
    expect(() => load({})).toThrow(`${files.caFile} cannot be used`);
  });

  it('refuse a key that is not that of the certificate', () => {
    writeFileSync(files.keyFile, second.key);
    expect(() => load({})).toThrow(
      `the key in ${files.keyFile} is not that of the certificate in ${files.certFile}`,
    );
  });
});
