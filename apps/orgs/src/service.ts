import { join } from 'node:path';
import { defineService } from '@tollgate/hosting';
import { migrateSchema } from '@tollgate/postgres';
import { orgsConfig } from './config';
import { connectNeighbours } from './neighbours';
import { start } from './start';

export const orgsService = defineService({
  config: orgsConfig,
  connectNeighbours,
  start: (settings, neighbours, directory) =>
    start({ ...settings, migrationsDirectory: join(directory, 'migrations') }, neighbours),
  migrate: ({ directory, environment }) =>
    migrateSchema('orgs', { environment, migrationsDirectory: join(directory, 'migrations') }),
});
