import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('dist', 'apps', 'edge', 'console', 'pages');
/** As the clock of a program writes it, with milliseconds. */
const clockTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;

describe('the pages of the console in an image', () => {
  it('do not contain the time of their build, so that two builds are equal', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    expect(files.length).toBeGreaterThan(50);
    const dated = files.filter((name) => clockTime.test(readFileSync(join(folder, name), 'utf8')));
    expect(dated).toEqual([]);
  });
});
