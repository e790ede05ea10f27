import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { relayConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

const files = {
  migrationsDirectory: join(__dirname, 'migrations'),
  seedDirectory: join(__dirname, 'seed'),
  scanWorkerFile: join(__dirname, 'scan-texts.main.js'),
};

startService({
  definition: relayConfig,
  host: process,
  connectNeighbours,
  start: (settings, neighbours) => start({ ...settings, ...files }, neighbours),
});
