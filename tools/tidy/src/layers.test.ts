import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceRoot } from './tracked-files';

/** Lints an app whose files import one other file each; lists the files that break a layer. */
function lint(imports: Readonly<Record<string, string>>, app = 'demo'): unknown {
  const workspace = mkdtempSync(join(tmpdir(), 'tollgate-layers-'));
  try {
    symlinkSync(join(workspaceRoot, 'node_modules'), join(workspace, 'node_modules'));
    for (const [file, target] of Object.entries(imports)) {
      const path = join(workspace, 'apps', app, 'src', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `export * from '${target}';\n`);
    }
    const program = join(__dirname, 'lint-layers.mjs');
    return JSON.parse(execFileSync(process.execPath, [program, workspace], { encoding: 'utf8' }));
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

describe('the layers of an app', () => {
  it('let imports point inwards only', () => {
    const imports = {
      'domain/hold.ts': '../store/rows',
      'use-cases/place-hold.ts': '../domain/hold',
      'use-cases/release-hold.ts': '../store/rows',
      'store/rows.ts': '../domain/hold',
      'routes/holds.route.ts': '../use-cases/place-hold',
      'routes/rows.route.ts': '../store/rows',
      'jobs/expire.job.ts': '../start',
      'start.ts': './store/rows',
    };
    expect(lint(imports)).toEqual([
      'domain/hold.ts',
      'jobs/expire.job.ts',
      'routes/rows.route.ts',
      'use-cases/release-hold.ts',
    ]);
  }, 60_000);

  it('let a stage of a call import earlier stages only', () => {
    const imports = {
      'call/relay-call.ts': './settle/settle-call',
      'call/receive/received-call.ts': '../../domain/candidate',
      'call/review/review-call.ts': '../receive/received-call',
      'call/route/route-call.ts': '../review/review-call',
      'call/route/early.ts': '../settle/settle-call',
      'call/admit/held-call.ts': '../route/route-call',
      'call/attempt/opened-call.ts': '../answer/complete-answer',
      'call/answer/complete-answer.ts': '../relay-call',
      'call/settle/settle-call.ts': '../admit/held-call',
      'call/settle/endpoints.ts': '../../endpoints/text.endpoint',
      'endpoints/text.endpoint.ts': '../domain/candidate',
      'endpoints/late.endpoint.ts': '../call/relay-call',
    };
    expect(lint({ ...imports, 'domain/candidate.ts': '../catalog/catalog' })).toEqual([
      'call/answer/complete-answer.ts',
      'call/attempt/opened-call.ts',
      'call/route/early.ts',
      'call/settle/endpoints.ts',
      'endpoints/late.endpoint.ts',
    ]);
  }, 60_000);

  it('keep the tables of a catalog inside its store', () => {
    const imports = {
      'catalog/catalog.ts': './names/resolve-name',
      'catalog/names/resolve-name.ts': '../store/load-snapshot',
      'catalog/manage/manage-models.ts': '../catalog',
      'catalog/seed/seed-models.ts': '../manage/manage-models',
      'catalog/store/load-snapshot.ts': '../manage/manage-models',
      'call/relay-call.ts': '../catalog/store/load-snapshot',
      'start.ts': './catalog/store/load-snapshot',
    };
    expect(lint(imports)).toEqual(['call/relay-call.ts', 'catalog/names/resolve-name.ts']);
  }, 60_000);

  it('let imports point inwards only where file names say the layer', () => {
    const imports = {
      'teams/team.ts': '../members/member',
      'members/member.ts': './member-store',
      'teams/ports.ts': './team',
      'teams/create-team.ts': './ports',
      'teams/delete-team.ts': './team-store',
      'teams/update-team.ts': './teams.operations',
      'teams/team-store.ts': './ports',
      'members/member-store.ts': './members.route',
      'teams/teams.operations.ts': './team',
      'teams/teams.route.ts': './create-team',
      'members/members.route.ts': './member-store',
      'teams/purge.job.ts': './module',
      'teams/module.ts': './team-store',
      'start.ts': './teams/module',
    };
    expect(lint(imports, 'orgs')).toEqual([
      'members/member-store.ts',
      'members/member.ts',
      'members/members.route.ts',
      'teams/delete-team.ts',
      'teams/purge.job.ts',
      'teams/update-team.ts',
    ]);
  }, 60_000);
});
