import { defineConfig, readServerSettings, type ServerSettings } from '@tollgate/config';

export const simulatorConfig = defineConfig<ServerSettings>({
  name: 'simulator',
  read: (env) => readServerSettings(env),
});
