import { hostConfig, serviceNames } from './config';

describe('the services of a host', () => {
  it.each([
    ['all', [...serviceNames]],
    ['edge,relay', ['relay', 'edge']],
    [' billing , auth ', ['billing', 'auth']],
  ])('are chosen by "%s" and start in their order', (text, expected) => {
    expect(hostConfig.load({ SERVICES: text }).services).toEqual(expected);
  });

  it.each(['', 'edge,till', 'all,edge', 'edge,edge'])('cannot be "%s"', (text) => {
    expect(() => hostConfig.load({ SERVICES: text })).toThrow(
      /host cannot start:\n.*SERVICES must be "all" or some of billing, auth, orgs/,
    );
  });
});
