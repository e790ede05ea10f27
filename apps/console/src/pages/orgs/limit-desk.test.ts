import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseCredential } from '../../ui/curl';
import { makeMemberLimits, makeOrgLimits, makeTeamLimits } from './limit-desk';

const document = join(import.meta.dirname, '../../../../edge/assets/openapi.json');
const { paths } = JSON.parse(readFileSync(document, 'utf8')) as {
  readonly paths: Readonly<Record<string, unknown>>;
};

describe('the limits of a scope', () => {
  it.each([
    makeOrgLimits('{orgId}'),
    makeTeamLimits('{orgId}', '{teamId}'),
    makeMemberLimits('{orgId}', '{memberId}'),
  ])('are below a path of the API: $path', ({ path }) => {
    expect(paths).toHaveProperty([`${path}/circuit-breaker`]);
    expect(paths).toHaveProperty([`${path}/allowed-models`]);
    expect(chooseCredential(path)).toBe('managementKey');
  });
});
