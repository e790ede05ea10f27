import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceRoot } from './tracked-files';

/** An app in which some files reach where they may not; each imports one other file. */
const imports: Readonly<Record<string, string>> = {
  'domain/hold.ts': '../store/rows',
  'use-cases/place-hold.ts': '../domain/hold',
  'use-cases/release-hold.ts': '../store/rows',
  'store/rows.ts': '../domain/hold',
  'routes/holds.route.ts': '../use-cases/place-hold',
  'routes/rows.route.ts': '../store/rows',
  'jobs/expire.job.ts': '../wiring',
  'wiring.ts': './store/rows',
};

describe('the layers of an app', () => {
  let workspace = '';
  beforeAll(() => {
    workspace = mkdtempSync(join(tmpdir(), 'tollgate-layers-'));
    symlinkSync(join(workspaceRoot, 'node_modules'), join(workspace, 'node_modules'));
    for (const [file, target] of Object.entries(imports)) {
      const path = join(workspace, 'apps', 'demo', 'src', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `export * from '${target}';\n`);
    }
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  it('let imports point inwards only', () => {
    const program = join(__dirname, 'lint-layers.mjs');
    const output = execFileSync(process.execPath, [program, workspace], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([
      'domain/hold.ts',
      'jobs/expire.job.ts',
      'routes/rows.route.ts',
      'use-cases/release-hold.ts',
    ]);
  }, 60_000);
});
