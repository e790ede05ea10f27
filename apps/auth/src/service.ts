import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { migrateSchema } from '@tollgate/postgres';
import { authConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const authService = defineService({
  config: authConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) =>
    start({ ...settings, migrationsDirectory: join(directory, 'migrations') }, neighbours),
  migrate: ({ directory, environment }) =>
    migrateSchema('auth', { environment, migrationsDirectory: join(directory, 'migrations') }),
});
