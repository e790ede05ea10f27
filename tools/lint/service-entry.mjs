// A service is started by `start(settings, neighbours)` of its start.ts, so that one process can
// host several (docs/adr/0024-one-entry-per-service.md): only main.ts touches the process, and only
// neighbours.ts creates clients of other services.

const services = ['apps/*/src/**/*.ts'];
const mainFiles = ['apps/*/src/*main.ts'];
const neighbourFiles = ['apps/*/src/neighbours.ts'];

const from = '[source.value=/^@tollgate.(clients|rpc)$/]';
const name = '/^create\\w*Client$/';
const createsClient =
  `ImportDeclaration${from} > ImportSpecifier[imported.name=${name}], ` +
  `ExportNamedDeclaration${from} > ExportSpecifier[local.name=${name}]`;

export function serviceEntryConfigs(testFiles) {
  return [
    {
      files: services,
      ignores: [...mainFiles, ...testFiles],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'process', message: 'Only main.ts touches the process; hand the value in.' },
        ],
      },
    },
    {
      files: services,
      ignores: [...neighbourFiles, ...testFiles],
      rules: {
        'no-restricted-syntax': [
          'error',
          {
            selector: createsClient,
            message: 'Only neighbours.ts creates clients of other services; hand the client in.',
          },
        ],
      },
    },
  ];
}
