import { inspect } from 'node:util';
import { readEventLogSettings, readServerSettings } from './common-settings';
import { ConfigError, defineConfig } from './define-config';
import { Secret } from './secret';

const config = defineConfig({
  name: 'example',
  read: (env) => ({
    port: env.number('PORT', { about: 'where it listens', fallback: 8080, min: 1, max: 65_535 }),
    mode: env.choice('MODE', {
      about: 'what it does',
      choices: ['fast', 'safe'],
      fallback: 'safe',
    }),
    token: env.secret('TOKEN', { about: 'who may', lengthMin: 8 }),
    hosts: env.list('HOSTS', { about: 'where to' }),
    isDry: env.boolean('DRY', { about: 'no writes', fallback: false }),
  }),
});

describe('defineConfig', () => {
  it('reads typed values and fallbacks', () => {
    const loaded = config.load({ TOKEN: 'long enough', HOSTS: 'a, b,,', DRY: '1' });
    expect(loaded).toMatchObject({ port: 8080, mode: 'safe', hosts: ['a', 'b'], isDry: true });
    expect(loaded.token.reveal()).toBe('long enough');
  });

  it('reports all faults at once', () => {
    const load = () => config.load({ PORT: '70000', MODE: 'wild', TOKEN: 'short', DRY: 'maybe' });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      expect((error as ConfigError).faults).toHaveLength(4);
    }
  });

  it('describes its variables without an environment', () => {
    expect(config.describe().map((variable) => variable.name)).toEqual([
      'PORT',
      'MODE',
      'TOKEN',
      'HOSTS',
      'DRY',
    ]);
  });

  it('wants the address of the chosen event log', () => {
    const eventLog = defineConfig({ name: 'x', read: readEventLogSettings });
    expect(() => eventLog.load({ EVENT_LOG: 'kafka' })).toThrow(/KAFKA_BROKERS is required/);
    expect(() => eventLog.load({})).toThrow(/EVENT_LOG_DATABASE_URL is required/);
  });

  it('wants ports for every server', () => {
    const server = defineConfig({ name: 'x', read: readServerSettings });
    expect(() => server.load({})).toThrow(/HTTP_PORT is required[^]*INTERNAL_PORT is required/);
  });
});

describe('a Secret', () => {
  it('is hidden in logs and JSON', () => {
    const secret = new Secret('hunter2hunter2');
    const shown = [`${secret}`, JSON.stringify({ secret }), inspect({ secret })].join(' ');
    expect(shown).not.toContain('hunter2');
    expect(secret.reveal()).toBe('hunter2hunter2');
  });
});
