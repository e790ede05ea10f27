import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { migrateSchema } from '@tollgate/postgres';
import { billingConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const billingService = defineService({
  config: billingConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) =>
    start({ ...settings, migrationsDirectory: join(directory, 'migrations') }, neighbours),
  migrate: ({ directory, environment }) =>
    migrateSchema('billing', { environment, migrationsDirectory: join(directory, 'migrations') }),
});
