import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { relayConfig } from './config';
import { wireRelay } from './wiring';

startService({
  definition: relayConfig,
  host: process,
  wire: (context) =>
    wireRelay({
      ...context,
      migrationsDirectory: join(__dirname, 'migrations'),
      seedDirectory: join(__dirname, 'seed'),
      scanWorkerFile: join(__dirname, 'scan-texts.main.js'),
    }),
});
