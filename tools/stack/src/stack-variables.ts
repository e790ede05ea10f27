import type { VariableDoc } from '@tollgate/config';

const optional = (name: string, about: string, fallback = ''): VariableDoc => ({
  name,
  about,
  kind: 'text',
  fallback,
});

/** What `npm start` itself reads, for `.env.example` and docs/reference/config.md. */
export const stackVariables: readonly VariableDoc[] = [
  { name: 'PORT', about: 'the public port', kind: 'number', fallback: '8080' },
  optional('EDGE_HOST', 'address the edge binds to', '127.0.0.1'),
  optional(
    'TOLLGATE_DATA',
    'directory of everything it keeps: databases, spool, mail, logs, secrets',
    '.data',
  ),
  {
    name: 'EVENT_LOG',
    about: 'engine of the event log',
    kind: 'choice',
    choices: ['postgres', 'kafka'],
    fallback: 'postgres',
  },
  {
    name: 'SHAPE',
    about: 'together: services share two processes; apart: each service has its own',
    kind: 'choice',
    choices: ['together', 'apart'],
    fallback: 'together',
  },
  {
    name: 'GATEWAY_PROCESSES',
    about: 'processes with edge and relay on the public port, from 1 to 4; Linux, SHAPE=together',
    kind: 'number',
    fallback: 'one per core but one',
  },
  {
    name: 'SERVICE_INSTANCES',
    about: 'processes of each service, from 1 to 4; SHAPE=apart',
    kind: 'number',
    fallback: '1',
  },
  optional('KAFKA_BROKERS', 'host:port list to use instead of a local broker; EVENT_LOG=kafka'),
  optional('DATABASE_URL', 'URL of a superuser, to use instead of the embedded PostgreSQL'),
  optional('REDIS_URL', 'a Redis (maxmemory-policy noeviction) to use instead of a local one'),
  optional(
    'TLS_DIR',
    'certificates for mutual TLS between the services: authority.crt, edge.crt, edge.key, …',
  ),
  {
    name: 'ADMIN_TOKEN',
    about: 'bearer token of operators; made and kept when it is not given',
    kind: 'secret',
    fallback: '',
  },
];
