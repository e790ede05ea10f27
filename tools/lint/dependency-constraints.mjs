// Which project may depend on which. All constraints whose sourceTag matches apply together, and a
// project that matches none may depend on nothing, so an untagged project fails by itself.

/** type: how deep a project sits. An arrow points from the user to what it may use. */
const types = {
  util: ['util'],
  spec: ['util', 'spec'],
  contract: ['util', 'contract'],
  platform: ['util', 'contract', 'platform'],
  client: ['util', 'contract', 'platform', 'client'],
  kit: ['util', 'spec', 'kit'],
  adapter: ['util', 'spec', 'kit', 'adapter'],
  // A dialect that passes bytes through edits them with the kit.
  dialect: ['util', 'spec', 'kit', 'dialect'],
  app: ['util', 'contract', 'platform', 'client', 'spec', 'kit', 'adapter', 'dialect'],
  // It runs services together; each of them knows only the clients of the others.
  host: ['util', 'contract', 'platform', 'app'],
  // The console uses the public API, never code of the services.
  console: [],
  testing: ['util', 'contract', 'platform', 'client', 'spec', 'kit', 'testing'],
  e2e: ['util', 'contract', 'platform', 'client', 'testing'],
  tool: ['util', 'contract', 'platform', 'client', 'testing', 'tool'],
  workspace: [],
};

/** scope: the owner. No other service uses the code of a service. */
const scopes = {
  shared: ['shared'],
  models: ['models', 'shared'],
  edge: ['edge', 'shared'],
  auth: ['auth', 'shared'],
  billing: ['billing', 'shared'],
  orgs: ['orgs', 'shared'],
  relay: ['relay', 'models', 'shared'],
  video: ['video', 'models', 'shared'],
  audit: ['audit', 'shared'],
  simulator: ['simulator', 'models', 'shared'],
  host: ['host', 'edge', 'auth', 'billing', 'orgs', 'relay', 'video', 'audit', 'shared'],
  console: [],
  e2e: ['e2e', 'shared'],
  tools: ['tools', 'shared'],
  testing: ['testing', 'models', 'shared'],
  workspace: [],
};

/** The pure libraries know no framework, store or network client. */
const frameworks = [
  'express',
  'pg',
  'kafkajs',
  'ioredis',
  '@grpc/*',
  'pino',
  'prom-client',
  'http-proxy-middleware',
  'nodemailer',
];
const pureTypes = ['util', 'spec', 'kit', 'adapter', 'dialect'];

export const knownTypes = Object.keys(types);
export const knownScopes = Object.keys(scopes);

/** The depConstraints option of @nx/enforce-module-boundaries. */
export function dependencyConstraints({ allowTesting = false } = {}) {
  const byType = Object.entries(types).map(([type, targets]) => ({
    sourceTag: `type:${type}`,
    onlyDependOnLibsWithTags: [...new Set(allowTesting ? [...targets, 'testing'] : targets)].map(
      (target) => `type:${target}`,
    ),
    ...(pureTypes.includes(type) ? { bannedExternalImports: frameworks } : {}),
  }));
  const byScope = Object.entries(scopes).map(([scope, targets]) => ({
    sourceTag: `scope:${scope}`,
    // The type rule already keeps product code away from the testing library.
    onlyDependOnLibsWithTags: [...targets, 'testing'].map((target) => `scope:${target}`),
  }));
  return [...byType, ...byScope];
}
