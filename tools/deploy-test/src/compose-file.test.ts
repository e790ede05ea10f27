import { readFileSync } from 'node:fs';
import { nameAddress, providerRows } from '@tollgate/provider-table';
import { redisUsers } from '@tollgate/store-address';
import { readComposeFile } from './compose-file';

const text = readFileSync('docker-compose.yml', 'utf8');
const required = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name ?? '');
const variables = Object.fromEntries(required.map((name) => [name, `value-of-${name}`]));
const stores = ['postgres', 'redis', 'kafka', 'mail', 'simulator'];

describe('docker-compose.yml as the deploy test reads it', () => {
  it.each([
    ['apart', ['billing', 'auth', 'orgs', 'relay', 'video', 'audit', 'edge']],
    ['together', ['office', 'gateway']],
  ])('has the services of the shape %s and the stores', (profile, own) => {
    const { services } = readComposeFile(text, { profile, variables });
    expect(services.map(({ name }) => name)).toEqual([...stores, ...own]);
  });

  it('fills in required variables, fallbacks and given values', () => {
    const given = { ...variables, LOG_LEVEL: 'warn' };
    const { services } = readComposeFile(text, { profile: 'apart', variables: given });
    const { environment } = services.find(({ name }) => name === 'relay') ?? {};
    expect(environment).toMatchObject({
      LOG_LEVEL: 'warn',
      OPENAI_API_KEY: '',
      SITE_URL: 'http://127.0.0.1:8080',
      SERVICE_SECRET: 'value-of-SERVICE_SECRET',
    });
  });

  it('leaves no variable in the text, and keeps an empty one where that has a meaning', () => {
    for (const profile of ['apart', 'together']) {
      const read = readComposeFile(text, { profile, variables });
      expect(JSON.stringify(read)).not.toMatch(/\$\{|value of undefined/);
    }
    const readTestMode = (given: Readonly<Record<string, string>>): string | undefined =>
      readComposeFile(text, {
        profile: 'apart',
        variables: { ...variables, ...given },
      }).services.find(({ name }) => name === 'relay')?.environment['TEST_MODE_URL'];
    expect(readTestMode({})).toBe('http://simulator:8080/v1');
    expect(readTestMode({ TEST_MODE_URL: '' })).toBe('');
  });

  it('hands the variables of every provider to the relay, as the Helm chart does', () => {
    const { services } = readComposeFile(text, { profile: 'apart', variables });
    const { environment = {} } = services.find(({ name }) => name === 'relay') ?? {};
    const chart = readFileSync('deploy/helm/tollgate/files/services.yaml', 'utf8');
    for (const { isSelfHosted, variable } of providerRows) {
      expect(environment).toHaveProperty(variable);
      if (isSelfHosted) expect(environment).toHaveProperty(nameAddress(variable));
      expect(chart).toContain(`- ${variable}\n`);
    }
  });

  it('lets the relay ask a search engine that keeps nothing', () => {
    for (const [profile, service] of [
      ['apart', 'relay'],
      ['together', 'gateway'],
    ] as const) {
      const { services } = readComposeFile(text, { profile, variables });
      const { environment = {} } = services.find(({ name }) => name === service) ?? {};
      expect(environment).toHaveProperty('WEB_SEARCH_KEEPS_NOTHING', '0');
    }
  });

  it('the Helm chart has every setting of the web search and of test keys', () => {
    const settings = readFileSync('.env.example', 'utf8').matchAll(
      /^# (WEB_SEARCH_\w+|TEST_MODE_URL)=/gm,
    );
    const names = [...settings].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(1);
    const chart = ['files/services.yaml', 'templates/_processes.tpl']
      .map((file) => readFileSync(`deploy/helm/tollgate/${file}`, 'utf8'))
      .join('');
    expect(names.filter((name) => !chart.includes(name))).toEqual([]);
  });

  it('has every second accepted value of a secret, as the Helm chart does', () => {
    const settings = readFileSync('.env.example', 'utf8').matchAll(
      /^# (\w+_(?:OTHER|PREVIOUS))=/gm,
    );
    const documented = new Set([...settings].map(([, name = '']) => name));
    const passwords = redisUsers.map((user) => `${user.toUpperCase()}_REDIS_PASSWORD_OTHER`);
    const chart = ['services.yaml', 'stores.yaml', '../templates/_processes.tpl']
      .map((file) => readFileSync(`deploy/helm/tollgate/files/${file}`, 'utf8'))
      .join('');
    expect(documented.size).toBeGreaterThan(4);
    for (const name of [...documented, ...passwords, 'REDIS_PASSWORD_OTHER']) {
      for (const profile of ['apart', 'together']) {
        const { services } = readComposeFile(text, { profile, variables });
        const given = services.flatMap(({ environment }) => Object.keys(environment));
        expect(given.map((each) => each.replace(/^[A-Z]+__/, ''))).toContain(name);
      }
      expect(chart).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it('lets each service sign in with the second login of its role, as the Helm chart does', () => {
    const roles = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit'];
    const given = Object.fromEntries(roles.map((role) => [`${role.toUpperCase()}_DB_ROLE`, role]));
    const chart = readFileSync('deploy/helm/tollgate/values.schema.json', 'utf8');
    for (const suffix of ['', '_b']) {
      const logins = Object.entries(given).map(([name, role]) => [name, `${role}${suffix}`]);
      const chosen = suffix === '' ? variables : { ...variables, ...Object.fromEntries(logins) };
      const urls = ['apart', 'together']
        .flatMap((profile) => readComposeFile(text, { profile, variables: chosen }).services)
        .flatMap(({ environment }) => Object.entries(environment))
        .filter(([name]) => name.endsWith('DATABASE_URL'))
        .map(([, url]) => new URL(url).username);
      expect([...new Set(urls)].sort()).toEqual(roles.map((role) => `${role}${suffix}`).sort());
    }
    expect(chart).toContain(`"enum": ["${roles.join('", "')}", "eventlog"]`);
  });

  it('is refused without a required variable', () => {
    const { SERVICE_SECRET: _left, ...others } = variables;
    expect(() => readComposeFile(text, { profile: 'apart', variables: others })).toThrow(
      /\$\{SERVICE_SECRET:\?.*\} has no value/,
    );
  });

  it('confines our own services and says what they need', () => {
    const { networks, services } = readComposeFile(text, { profile: 'apart', variables });
    expect(services.find(({ name }) => name === 'audit')).toMatchObject({
      source: { target: 'audit' },
      needs: ['postgres', 'redis', 'kafka'],
      isReadOnly: true,
      capDrop: ['ALL'],
      securityOptions: ['no-new-privileges'],
      healthCommand: ['node', 'healthcheck.mjs'],
      stopSeconds: 35,
    });
    expect(networks).toEqual([
      { name: 'inner', isInternal: true },
      { name: 'outer', isInternal: false },
    ]);
  });
});
