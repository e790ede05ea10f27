// A third-party package is named in one library (or a documented place) and nowhere else, so that
// replacing it, bounding it or instrumenting it is one change.

const edgeProxyFile = 'apps/edge/src/middleware/pass-to-owner.ts';

/** package: where it may be imported, and what everybody else uses. */
const owners = {
  pg: {
    files: ['libs/postgres/**/*.ts', 'libs/embedded/**/*.ts', 'libs/testing/**/*.ts'],
    use: '@tollgate/postgres',
  },
  'node-pg-migrate': { files: ['libs/postgres/**/*.ts'], use: '@tollgate/postgres' },
  kafkajs: {
    files: ['libs/event-log/**/*.ts', 'libs/embedded/**/*.ts', 'libs/testing/**/*.ts'],
    use: '@tollgate/event-log',
  },
  ioredis: { files: ['libs/redis/**/*.ts', 'libs/testing/**/*.ts'], use: '@tollgate/redis' },
  '@grpc/grpc-js': { files: ['libs/rpc/**/*.ts', 'libs/contracts/**/*.ts'], use: '@tollgate/rpc' },
  pino: { files: ['libs/observability/**/*.ts'], use: '@tollgate/observability' },
  'prom-client': { files: ['libs/observability/**/*.ts'], use: '@tollgate/observability' },
  '@opentelemetry/api': { files: ['libs/tracing/**/*.ts'], use: '@tollgate/tracing' },
  '@opentelemetry/sdk-trace': { files: ['libs/tracing/**/*.ts'], use: '@tollgate/tracing' },
  stripe: {
    files: ['apps/billing/src/payments/stripe/**/*.ts'],
    use: 'a PaymentProvider',
  },
  busboy: { files: ['libs/multipart/**/*.ts'], use: '@tollgate/multipart' },
  aws4fetch: {
    files: ['libs/object-store/**/*.ts', 'libs/cloud-auth/**/*.ts'],
    use: '@tollgate/object-store or @tollgate/cloud-auth',
  },
  nodemailer: { files: ['libs/mail/**/*.ts'], use: '@tollgate/mail' },
  express: {
    files: [
      'libs/http/**/*.ts',
      'libs/identity/**/*.ts',
      'apps/*/src/app.ts',
      'apps/*/src/{routes,middleware}/**/*.ts',
      edgeProxyFile,
      'tools/bench/**/*.ts',
    ],
    use: '@tollgate/http, app.ts or a route',
    // A stage of the pipeline may say that it takes a Response.
    types: 'everywhere',
  },
  'http-proxy-middleware': {
    files: [edgeProxyFile, 'tools/bench/**/*.ts'],
    use: 'the edge',
  },
  '@tollgate/testing': {
    files: ['libs/testing/**/*.ts', 'tools/**/*.ts'],
    use: 'it in test files only',
  },
  'node:process': { files: [], use: 'the global process in main.ts' },
};

function ruleWithout(allowed) {
  const paths = Object.entries(owners)
    .filter(([name]) => !allowed.includes(name))
    .map(([name, { use, types }]) => ({
      name,
      message: `Use ${use}.`,
      allowTypeImports: types === 'everywhere',
    }));
  return ['error', { paths }];
}

/** One config per distinct file pattern; a later one replaces an earlier one for its files. */
export function restrictedImportConfigs(testFiles) {
  const rule = '@typescript-eslint/no-restricted-imports';
  const patterns = [...new Set(Object.values(owners).flatMap(({ files }) => files))];
  // Broad patterns first, so that a narrower one adds to what its files may import.
  const sorted = patterns.sort((left, right) => left.length - right.length);
  return [
    { files: ['**/*.ts'], rules: { [rule]: ruleWithout([]) } },
    ...sorted.map((pattern) => ({
      files: [pattern],
      rules: {
        [rule]: ruleWithout(
          Object.keys(owners).filter((name) =>
            owners[name].files.some((file) => covers(file, pattern)),
          ),
        ),
      },
    })),
    { files: testFiles, rules: { [rule]: 'off' } },
  ];
}

/** Whether every file of `pattern` is also one of `wider`. */
function covers(wider, pattern) {
  const everything = '**/*.ts';
  if (wider === pattern) return true;
  return wider.endsWith(everything) && pattern.startsWith(wider.slice(0, -everything.length));
}
