import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

describe('the pages', () => {
  it('that the router draws are those that the edge serves', () => {
    const router = readFileSync(join(root, 'src', 'app', 'router.tsx'), 'utf8');
    const drawn = [...router.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) =>
      path.replaceAll(/\$(\w+)/g, '{$1}').replace(/\/\$$/, '/{id+}'),
    );
    const served = JSON.parse(
      readFileSync(join(root, 'public', 'page-paths.json'), 'utf8'),
    ) as string[];
    expect(served.toSorted()).toEqual(drawn.toSorted());
  });
});
