import { makeServiceEnvironment } from './service-environment';

describe('the environment of a service among others', () => {
  const environment = {
    REDIS_URL: 'redis://shared',
    BILLING__DATABASE_URL: 'postgres://billing',
    AUTH__DATABASE_URL: 'postgres://auth',
    ORGS_GRPC_ADDRESS: 'orgs.example:50051',
    AUTH_GRPC_ADDRESS: 'auth.example:50051',
  };
  const read = makeServiceEnvironment(environment, 'billing', ['billing', 'auth']);

  it('has what all share, and what bears its own name', () => {
    expect(read['REDIS_URL']).toBe('redis://shared');
    expect(read['DATABASE_URL']).toBe('postgres://billing');
  });

  it('reaches services of its own process without a connection, and others at their address', () => {
    expect(read['AUTH_GRPC_ADDRESS']).toBe('local:auth');
    expect(read['AUTH_URL']).toBe('local:auth');
    expect(read['ORGS_GRPC_ADDRESS']).toBe('orgs.example:50051');
  });
});
