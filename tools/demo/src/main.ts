import { join, resolve } from 'node:path';
import { ensureBrowser, findCredentials, findDirectoryOwner } from '@tollgate/embedded';
import { judgeRun } from './data/pace';
import { playMonth } from './data/play-month';
import { findPlaces } from './shots/find-places';
import { findValues } from './shots/find-values';
import { readPagePaths, takeShots } from './shots/take-shots';

const usage = 'usage: demo data | demo shots';
const defaultPort = 8080;
const dataDirectory = resolve(process.env['TOLLGATE_DATA'] ?? '.data');
const note = (line: string): void => console.log(`  ${line}`);

async function main(): Promise<number> {
  const [command] = process.argv.slice(2);
  if (command === 'data') return await data();
  if (command === 'shots') return await shots();
  console.error(`tollgate: ${usage}`);
  return 1;
}

/** `npm run demo:data`: a month of traffic in the data folder of `npm start`. */
async function data(): Promise<number> {
  const owner = findDirectoryOwner(dataDirectory);
  if (owner !== undefined) {
    console.error(`tollgate: a stack runs on ${dataDirectory} (pid ${owner.pid}); stop it first`);
    return 1;
  }
  const startedMs = performance.now();
  const port = Number(process.env['PORT'] ?? defaultPort);
  const played = await playMonth({ dataDirectory, port, startedMs, note });
  const { isInTime, line } = judgeRun({ ...played, elapsedMs: performance.now() - startedMs });
  if (isInTime) console.log(`tollgate: ${line}`);
  else console.error(`tollgate: ${line}`);
  return isInTime ? 0 : 1;
}

/** `npm run console:shots`: pictures of every page of the stack that `npm start` runs. */
async function shots(): Promise<number> {
  const credentials = findCredentials(dataDirectory);
  if (credentials?.demo === undefined) {
    console.error('tollgate: no stack has run here; start one with "npm start" first');
    return 1;
  }
  const program = await ensureBrowser(note);
  const directory = join(dataDirectory, 'shots');
  const places = findPlaces(readPagePaths(), await findValues(credentials));
  const count = await takeShots({ credentials, program, places, directory, note });
  console.log(`tollgate: ${count} pictures in ${directory}`);
  return 0;
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
