import { createTestDatabase } from '@tollgate/testing';
import {
  contractLogger,
  describeEventLogContract,
  type EventLogHarness,
} from '../../test/event-log-contract';
import { openTcpGate } from '../../test/tcp-gate';
import type { EventLog } from '../event-log';
import { createPostgresEventLog } from './postgres-event-log';

const sessionTimeoutMs = 6_000;

describe('the event log on Postgres', () => {
  describeEventLogContract(async (): Promise<EventLogHarness> => {
    const database = await createTestDatabase({ schemas: ['eventlog'] });
    const url = new URL(database.urlOf('eventlog'));
    const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) });
    const gatedUrl = new URL(url);
    gatedUrl.port = String(gate.port);
    const open = (target: URL): EventLog =>
      createPostgresEventLog({
        url: target.href,
        clientId: 'test',
        logger: contractLogger,
        sessionTimeoutMs,
      });
    return {
      openLog: () => open(url),
      openGatedLog: () => open(gatedUrl),
      cut: gate.cut,
      heal: gate.heal,
      childLog: {
        clientId: 'child',
        sessionTimeoutMs,
        settings: { adapter: 'postgres', databaseUrl: url.href, kafkaBrokers: [] },
      },
      tearDown: async () => {
        await gate.close();
        await database.drop();
      },
    };
  });
});
