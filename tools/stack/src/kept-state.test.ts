import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPortBook } from './port-book';
import { ensureSecrets, secretsFile } from './secrets';

describe('what the stack keeps between starts', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-kept-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('are secrets, made once and readable by their owner only', () => {
    const secrets = ensureSecrets(directory);
    expect(secrets.secretsKey).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
    expect(ensureSecrets(directory)).toEqual(secrets);
    expect(statSync(secretsFile(directory)).mode & 0o777).toBe(0o600);
  });

  it('are ports, the same again unless another process took one', async () => {
    const first = openPortBook(directory);
    const ports = [await first.reserve('a'), await first.reserve('b')];
    expect(new Set(ports).size).toBe(2);

    const server = createServer().listen(ports[1], '127.0.0.1');
    await once(server, 'listening');
    const second = openPortBook(directory);
    expect(await second.reserve('a')).toBe(ports[0]);
    expect(await second.reserve('b')).not.toBe(ports[1]);
    server.close();
  });

  it('are ports beside the one of the edge, which listens last', async () => {
    const edgePort = await openPortBook(directory).reserve('remembered');
    expect(await openPortBook(directory, [edgePort]).reserve('remembered')).not.toBe(edgePort);
  });

  it('are ports that no other stack gets, though no process listens there yet', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `part-${index}`);
    const { pid } = process;
    const reserveAll = async (ofPid: number): Promise<number[]> => {
      Object.defineProperty(process, 'pid', { value: ofPid, configurable: true });
      const book = openPortBook(mkdtempSync(join(directory, 'stack-')));
      const ports: number[] = [];
      for (const name of names) ports.push(await book.reserve(name));
      return ports;
    };
    try {
      const ports = [...(await reserveAll(4_711)), ...(await reserveAll(4_712))];
      expect(new Set(ports).size).toBe(2 * names.length);
    } finally {
      Object.defineProperty(process, 'pid', { value: pid, configurable: true });
    }
  });
});
