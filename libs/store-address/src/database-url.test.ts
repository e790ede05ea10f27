import { changeDatabaseUrl, describeDatabaseHosts, splitDatabaseHosts } from './database-url';

const several = 'postgres://me:a%2Cb@db1:5432,db2:5433/x?sslmode=verify-full';

describe('a database URL with several hosts', () => {
  it('is split into one URL for each host', () => {
    expect(splitDatabaseHosts(several)).toEqual([
      'postgres://me:a%2Cb@db1:5432/x?sslmode=verify-full',
      'postgres://me:a%2Cb@db2:5433/x?sslmode=verify-full',
    ]);
    expect(splitDatabaseHosts('postgres://a,b@db1/x')).toEqual(['postgres://a,b@db1/x']);
    expect(describeDatabaseHosts(several)).toBe('db1:5432,db2:5433');
  });

  it('keeps its hosts when role and database change', () => {
    const changed = changeDatabaseUrl(several, (url) => {
      url.username = 'hosts';
      url.pathname = '/hosts';
    });
    expect(changed).toBe('postgres://hosts:a%2Cb@db1:5432,db2:5433/hosts?sslmode=verify-full');
  });
});
