import { join } from 'node:path';
import { loadConfig, runServices } from '@tollgate/hosting';
import { hostConfig } from './config';
import { services } from './services';

const config = loadConfig(hostConfig, process.env, process);
if (config === undefined) process.exit(1);

runServices(
  config.services.map((name) => services[name]),
  // Every service is built into a folder of its own name, beside that of the host.
  { host: process, directoryOf: (name) => join(__dirname, '..', name) },
);
