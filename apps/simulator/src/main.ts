import { startService } from '@tollgate/lifecycle';
import { simulatorConfig } from './config';
import { start } from './start';

startService({
  definition: simulatorConfig,
  host: process,
  // It calls no other service.
  connectNeighbours: () => ({ close: () => undefined }),
  start,
});
