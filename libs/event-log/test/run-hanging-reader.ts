import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { HangingReaderOptions } from './hanging-reader.main';

const workspaceRoot = resolve(__dirname, '../../..');

/** Starts the reader, kills it with SIGKILL once it has events in hand, and returns their ids. */
export async function runHangingReader(options: HangingReaderOptions): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'hanging-reader-'));
  const outfile = join(directory, 'main.js');
  await build({
    entryPoints: [join(__dirname, 'hanging-reader.main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['pg-native'],
    tsconfig: join(workspaceRoot, 'tsconfig.base.json'),
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [outfile, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  const line = await new Promise<string>((done) => {
    child.stdout.once('data', (chunk: Buffer) => done(chunk.toString('utf8')));
    void exited.then(() => done(''));
  });
  child.kill('SIGKILL');
  await exited;
  await rm(directory, { recursive: true });
  return line.trim().split(/\s+/).slice(1);
}
