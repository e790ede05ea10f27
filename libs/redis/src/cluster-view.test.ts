import {
  describeMasters,
  parseClusterView,
  pickLatestView,
  type ClusterView,
} from './cluster-view';

const info = 'cluster_state:ok\r\ncluster_current_epoch:7\r\ncluster_my_epoch:2\r\n';

describe('the view of a cluster', () => {
  it('has masters by their slots, and replicas', () => {
    const view = parseClusterView(
      info,
      [
        [100, 199, ['10.0.0.2', 1, 'b'], ['10.0.0.4', 1, 'd']],
        [200, 299, ['10.0.0.1', 1, 'a']],
        [0, 99, ['10.0.0.1', 1, 'a'], ['10.0.0.3', 1, 'c']],
      ],
      'seed',
    );
    const [first, second] = [
      [0, 99],
      [200, 299],
    ];
    expect(view).toEqual({
      isOk: true,
      epoch: 7,
      masters: [
        { host: '10.0.0.1', port: 1, ranges: [first, second] },
        { host: '10.0.0.2', port: 1, ranges: [[100, 199]] },
      ],
      replicas: [
        { host: '10.0.0.3', port: 1 },
        { host: '10.0.0.4', port: 1 },
      ],
    });
    expect(describeMasters(view)).toBe('10.0.0.1:1 0,99 200,299\n10.0.0.2:1 100,199');
  });

  it.each(['', null])('takes the host that was asked where a server knows no own: %j', (host) => {
    const { masters } = parseClusterView(info, [[0, 1, [host, 1, 'a']]], 'seed');
    expect(masters[0]?.host).toBe('seed');
  });

  it('is believed if it is whole, and knows the latest failover', () => {
    const make = (isOk: boolean, epoch: number): ClusterView => ({
      ...{ isOk, epoch },
      ...{ masters: [], replicas: [] },
    });
    const views = [make(true, 3), make(true, 5), make(false, 9)];
    expect(pickLatestView(views)).toBe(views[1]);
    expect(pickLatestView([])).toBeUndefined();
  });
});
