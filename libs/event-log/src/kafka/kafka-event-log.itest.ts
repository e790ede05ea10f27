import { connect } from 'node:net';
import type { ISocketFactory } from 'kafkajs';
import { describeWithKafka, kafkaBrokers } from '@tollgate/testing';
import {
  contractLogger,
  describeEventLogContract,
  type EventLogHarness,
} from '../../test/event-log-contract';
import { openTcpGate } from '../../test/tcp-gate';
import type { EventLog } from '../event-log';
import { createKafkaEventLog } from './kafka-event-log';

/** The least that a broker with default settings accepts. */
const sessionTimeoutMs = 6_000;

describeWithKafka('the event log on Kafka', () => {
  describeEventLogContract(async (): Promise<EventLogHarness> => {
    const brokers = kafkaBrokers();
    const [host = '', port = ''] = (brokers[0] ?? '').split(':');
    const gate = await openTcpGate({ host, port: Number(port) });
    // A broker advertises its own address, so the client must be redirected to the proxy.
    const socketFactory: ISocketFactory = ({ onConnect }) =>
      connect({ host: '127.0.0.1', port: gate.port }, onConnect);
    const open = (extra: { socketFactory?: ISocketFactory }): EventLog =>
      createKafkaEventLog({
        brokers,
        clientId: 'test',
        logger: contractLogger,
        sessionTimeoutMs,
        ...extra,
      });
    return {
      openLog: () => open({}),
      openGatedLog: () => open({ socketFactory }),
      cut: gate.cut,
      heal: gate.heal,
      childLog: {
        clientId: 'child',
        sessionTimeoutMs,
        settings: { adapter: 'kafka', databaseUrl: '', kafkaBrokers: brokers },
      },
      tearDown: () => gate.close(),
    };
  });
});
