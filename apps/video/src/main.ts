import { join } from 'node:path';
import { startService } from '@tollgate/lifecycle';
import { videoConfig } from './config';
import { wireVideo } from './wiring';

startService({
  definition: videoConfig,
  host: process,
  wire: (context) => wireVideo({ ...context, migrationsDirectory: join(__dirname, 'migrations') }),
});
