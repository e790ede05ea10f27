import type { OperatorScope } from '@tollgate/identity';
import { mayOperate } from './operator-access';

describe('an operator token', () => {
  it.each<['GET' | 'POST', OperatorScope[], OperatorScope[], boolean]>([
    ['GET', ['money'], ['read'], true],
    ['POST', ['money'], ['read'], false],
    ['GET', ['money'], ['money'], true],
    ['POST', ['money'], ['money'], true],
    ['POST', ['money'], ['catalog', 'users', 'read'], false],
    ['GET', ['money'], ['catalog'], false],
    ['POST', ['users', 'money'], ['users'], false],
    ['POST', ['users', 'money'], ['users', 'money'], true],
    ['GET', ['users'], [], false],
    ['GET', [], ['read', 'catalog', 'money', 'users'], false],
    ['POST', [], ['read', 'catalog', 'money', 'users'], false],
  ])('%s of a route that needs %j with the scopes %j: %p', (method, needed, held, isAllowed) => {
    expect(mayOperate({ method, operatorScopes: needed }, held)).toBe(isAllowed);
  });

  it('may use no route that declares no scope', () => {
    expect(mayOperate({ method: 'GET' }, ['read'])).toBe(false);
  });
});
