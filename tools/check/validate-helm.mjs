// Checks the Helm chart with helm and kubeconform, where they are installed: the defaults and each
// file of values are linted, rendered, and validated against the schemas of Kubernetes.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kubernetesVersion, provideSchemas } from './kubernetes-schemas.mjs';

const chart = join('deploy', 'helm', 'tollgate');
/** The default of `templates` is an address, which a check must not depend on. */
const schemaFolder = join('.data', 'schemas');

function has(program, ...given) {
  return spawnSync(program, given, { stdio: 'ignore' }).status === 0;
}

/** What a program printed. Prints its complaint and fails the check when it ended with a fault. */
function run(program, given, input) {
  const { status, stderr, stdout } = spawnSync(program, given, { encoding: 'utf8', input });
  if (status === 0) return stdout;
  // Helm warns of links to the scripts of the stores, which are meant to be links.
  const complaint = `${stdout}${stderr}`.split('\n').filter((line) => !line.includes('walk.go'));
  console.error(`${program} ${given.join(' ')}:\n${complaint.join('\n')}`);
  process.exitCode = 1;
  return undefined;
}

function validate(name, flags, schemas) {
  run('helm', ['lint', '--strict', '--quiet', chart, ...flags]);
  const version = ['--kube-version', kubernetesVersion];
  const objects = run('helm', ['template', 'tollgate', chart, ...version, ...flags]);
  if (objects === undefined || schemas === undefined) return;
  const location = join(schemas, '{{.ResourceKind}}.json');
  // These are no objects of Kubernetes itself.
  const given = [
    '-strict',
    '-summary',
    '-skip',
    'ServiceMonitor,Certificate',
    '-schema-location',
    location,
  ];
  const summary = run('kubeconform', given, objects);
  if (summary !== undefined) console.log(`${name}: ${summary.trim()}`);
}

/** Values that contradict each other, with a part of the message that refuses them. */
const refusals = [
  [['postgres.bundled=false'], 'postgres.host is required'],
  [['eventLog=kafka', 'kafka.bundled=false'], 'kafka.brokers is required'],
  [
    ['networkPolicy.enabled=true', 'redis.bundled=false', 'redis.host=r'],
    'networkPolicy.engines is required',
  ],
  [
    ['networkPolicy.enabled=true', 'serviceMonitor.enabled=true'],
    'networkPolicy.monitoring is required',
  ],
];

function checkRefusals() {
  const version = ['--kube-version', kubernetesVersion];
  for (const [values, message] of refusals) {
    const flags = values.flatMap((value) => ['--set', value]);
    const given = ['template', 'tollgate', chart, ...version, ...flags];
    const { status, stderr } = spawnSync('helm', given, { encoding: 'utf8' });
    if (status !== 0 && stderr.includes(message)) continue;
    console.error(`helm ${given.join(' ')}: must be refused with "${message}", not: ${stderr}`);
    process.exitCode = 1;
  }
}

if (!has('helm', 'version')) {
  console.log('Helm chart: not checked, helm is not installed');
} else {
  const schemas = has('kubeconform', '-v') ? provideSchemas(schemaFolder) : undefined;
  if (schemas === undefined) {
    console.log('Helm chart: linted only, kubeconform or the schemas of Kubernetes are missing');
  }
  checkRefusals();
  validate('defaults', [], schemas);
  for (const file of readdirSync(join(chart, 'values'))) {
    validate(file, ['--values', join(chart, 'values', file)], schemas);
  }
}
