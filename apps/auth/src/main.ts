import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { authConfig } from './config';
import { wireAuth } from './wiring';

startService({
  definition: authConfig,
  host: process,
  wire: (context) => wireAuth({ ...context, migrationsDirectory: join(__dirname, 'migrations') }),
});
