import { ConfigError } from '@tollgate/config';
import { runService, type Lifecycle } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { edgeConfig, type EdgeConfig } from './config';
import { wireEdge } from './wiring';

function loadConfig(): EdgeConfig {
  try {
    return edgeConfig.load(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = loadConfig();
const logger = createLogger({ service: 'edge', level: config.logLevel });
let lifecycle: Lifecycle | undefined;
const { parts } = wireEdge({
  config,
  logger,
  isReady: () => lifecycle?.isReady() ?? false,
});
void runService({
  logger,
  host: process,
  parts,
  onLifecycle: (created) => {
    lifecycle = created;
  },
});
