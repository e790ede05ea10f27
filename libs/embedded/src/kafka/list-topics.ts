import { Kafka, logLevel } from 'kafkajs';

const requestTimeoutMs = 3_000;

/** The topics of a broker. An admin call: connect() alone also succeeds on a mute socket. */
export async function listTopics(brokers: string): Promise<string[]> {
  const kafka = new Kafka({
    clientId: 'tollgate-embedded',
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    connectionTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}
