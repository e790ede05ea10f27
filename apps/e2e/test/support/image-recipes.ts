import type { ApiCall } from './api-call';
import { recipe, type Recipe } from './recipe';

/** The smallest PNG there is. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Images, made, changed and fetched. */
export function makeImageRecipes(withKey: () => ApiCall): readonly Recipe[] {
  let hosted = '';
  return [
    recipe('POST /v1/images/generations', withKey, {
      after: ({ json }) => void (hosted = new URL(json.data[0].url as string).pathname),
    }),
    recipe('POST /v1/images/edits', () => {
      const form = new FormData();
      form.set('image', new Blob([tinyPng], { type: 'image/png' }), 'gate.png');
      return { ...withKey(), body: form };
    }),
    recipe('GET /v1/images/proxy/{token}', () => ({}), { path: () => hosted }),
    recipe('GET /v1/images/models', () => ({})),
  ];
}
