import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import { recipe, type Recipe } from './recipe';
import { aliases, waitForVideo } from './videos';

/** A job under each of its paths, from its submit to its content. */
export function makeVideoRecipes(gateway: Gateway, withKey: () => ApiCall): readonly Recipe[] {
  const perPath = aliases.flatMap((path) => {
    let id = '';
    return [
      recipe(`POST ${path}`, withKey, {
        after: ({ json }) => void (id = json.id as string),
      }),
      recipe(`GET ${path}/{id}`, withKey, { path: () => `${path}/${id}` }),
      recipe(
        `GET ${path}/{id}/content`,
        async () => {
          const { bearer = '' } = withKey();
          await waitForVideo(gateway, { bearer, id });
          return withKey();
        },
        { path: () => `${path}/${id}/content` },
      ),
    ];
  });
  return [...perPath, recipe('GET /v1/videos', withKey)];
}
