import { defineService } from '@tollgate/hosting';
import { simulatorConfig } from './config';
import { start } from './start';

export const simulatorService = defineService({
  config: simulatorConfig,
  // It calls no other service.
  connectNeighbours: () => ({ close: () => undefined }),
  start,
});
