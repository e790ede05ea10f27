import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { migrateSchema } from '@tollgate/postgres';
import { relayConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const relayService = defineService({
  config: relayConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) => {
    const files = {
      migrationsDirectory: join(directory, 'migrations'),
      seedDirectory: join(directory, 'seed'),
      scanWorkerFile: join(directory, 'scan-texts.main.js'),
    };
    return start({ ...settings, ...files }, neighbours);
  },
  migrate: ({ directory, environment }) =>
    migrateSchema('relay', { environment, migrationsDirectory: join(directory, 'migrations') }),
});
