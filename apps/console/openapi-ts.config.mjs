import { defineConfig } from '@hey-api/openapi-ts';

/** The typed client of the public API; `npm run generate` writes it and `npm run check` compares. */
export default defineConfig({
  input: '../edge/assets/openapi.json',
  output: { path: 'src/api/generated', clean: true },
  plugins: ['@hey-api/client-fetch', { name: '@hey-api/typescript' }, { name: '@hey-api/sdk' }],
});
