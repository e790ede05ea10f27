import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { Certificates } from '@tollgate/config';
import { silentLogger } from '@tollgate/observability';
import { makeAuthority, makeCertificate } from '@tollgate/testing';
import { createHttpPart, type HttpPart } from './index';

const host = '127.0.0.1';
const authority = makeAuthority('the authority of these services');
const directory = mkdtempSync(join(tmpdir(), 'tollgate-https-'));
const files = {
  certFile: join(directory, 'service.crt'),
  keyFile: join(directory, 'service.key'),
  caFile: join(directory, 'authority.crt'),
};
const edge = { ...makeCertificate('edge', authority), ca: authority.cert };
const foreign = { ...makeCertificate('edge', makeAuthority('another')), ca: authority.cert };
let part: HttpPart;

function write(): void {
  const { cert, key } = makeCertificate(['auth', host], authority);
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  writeFileSync(files.caFile, authority.cert);
}

beforeEach(async () => {
  write();
  part = createHttpPart({
    name: 'http',
    host,
    port: 0,
    logger: silentLogger,
    certificates: new Certificates(files),
    handler: (_request, response) => void response.end('hello'),
  });
  await part.start?.();
});
afterEach(async () => {
  jest.useRealTimers();
  await part.stop?.();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The status of an answer, or the code of the failure. */
function ask(certificate: object): Promise<unknown> {
  return new Promise((resolve) => {
    const options = { host, port: part.address().port, agent: false, ...certificate };
    get(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

async function readCertificate(): Promise<string> {
  const socket = connect({ host, port: part.address().port, ...edge });
  await once(socket, 'secureConnect');
  const { fingerprint } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint;
}

describe('an HTTP part with certificates', () => {
  it('answers only who has a certificate of the same authority', async () => {
    expect(await ask(edge)).toBe(200);
    expect(await ask({ ca: authority.cert })).not.toBe(200);
    expect(await ask(foreign)).not.toBe(200);
  });

  it('shows new certificates without a restart', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout'] });
    await part.stop?.();
    part = createHttpPart({
      name: 'http',
      host,
      port: 0,
      logger: silentLogger,
      certificates: new Certificates(files),
      handler: (_request, response) => void response.end('hello'),
    });
    await part.start?.();
    const before = await readCertificate();
    write();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await readCertificate()).not.toBe(before);
  });

  it('closes connections without a request when it stops', async () => {
    const socket = connect({ host, port: part.address().port, ...edge });
    await once(socket, 'secureConnect');
    const closed = once(
      socket.on('error', () => undefined),
      'close',
    );
    await part.stop?.();
    await closed;
  });
});
