import { ConfigError, type ServerSettings } from '@tollgate/config';
import { runService, type Lifecycle } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import { simulatorConfig } from './config';
import { wireSimulator } from './wiring';

function loadConfig(): ServerSettings {
  try {
    return simulatorConfig.load(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = loadConfig();
const logger = createLogger({ service: 'simulator', level: config.logLevel });
let lifecycle: Lifecycle | undefined;
const { parts } = wireSimulator({
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
