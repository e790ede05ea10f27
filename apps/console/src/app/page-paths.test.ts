import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorSections } from '../pages/operator/operator-sections';
import { orgSections } from '../pages/orgs/org-sections';

const root = join(import.meta.dirname, '..', '..');

/** One path for each part of a page that has parts. */
function fillSection(path: string): readonly string[] {
  if (!path.endsWith('/{section}')) return [path];
  const sections = path.startsWith('/operator/') ? operatorSections : orgSections;
  return sections.map((section) => path.replace('{section}', section));
}

describe('the pages', () => {
  it('that the router draws are those that the edge serves', () => {
    const router = readFileSync(join(root, 'src', 'app', 'router.tsx'), 'utf8');
    const drawn = [...router.matchAll(/\bpath: '([^']+)'/g)].flatMap(([, path = '']) =>
      fillSection(path.replaceAll(/\$(\w+)/g, '{$1}').replace(/\/\$$/, '/{id+}')),
    );
    const served = JSON.parse(
      readFileSync(join(root, 'public', 'page-paths.json'), 'utf8'),
    ) as string[];
    expect(served.toSorted()).toEqual(drawn.toSorted());
  });
});
