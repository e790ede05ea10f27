import { listEdgeChecks } from './edge-checks';

describe('the checks of the edge', () => {
  it('are without services that are asked separately, so that each is listed once', () => {
    const checks = { relay: 'ok', redis: 'ok', auth: 'timeout' };
    expect(listEdgeChecks(checks)).toEqual([
      ['redis', 'ok'],
      ['auth', 'timeout'],
    ]);
  });
});
