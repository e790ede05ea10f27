import { Kafka, logLevel } from 'kafkajs';
import { pingRedis, withClient } from '@tollgate/embedded';
import { createTestDatabase, describeWithKafka, kafkaBrokers, startTestRedis } from './index';

describe('a test database', () => {
  it('gives every role its own schema and keeps the others closed to it', async () => {
    const database = await createTestDatabase({ schemas: ['auth', 'billing'] });
    try {
      await withClient(database.urlOf('auth'), async (client) => {
        await client.query('CREATE TABLE users (id int)');
        const { rows } = await client.query('SELECT current_schema() AS schema');
        expect(rows).toEqual([{ schema: 'auth' }]);
      });
      await withClient(database.urlOf('billing'), async (client) => {
        await expect(client.query('SELECT * FROM auth.users')).rejects.toMatchObject({
          code: '42501',
        });
        await expect(client.query('CREATE TABLE public.x (id int)')).rejects.toMatchObject({
          code: '42501',
        });
      });
    } finally {
      await database.drop();
    }
    await expect(withClient(database.url, async () => true)).rejects.toMatchObject({
      code: '3D000',
    });
  });
});

describe('a test Redis', () => {
  it('can be killed and begins again on its port', async () => {
    const redis = await startTestRedis();
    const isAlive = (): Promise<boolean> => pingRedis({ port: redis.port, password: 'test' });
    try {
      expect(await isAlive()).toBe(true);
      await redis.kill();
      expect(await isAlive()).toBe(false);
      await redis.restartEmpty();
      expect(await isAlive()).toBe(true);
    } finally {
      await redis.stop();
    }
  });
});

describeWithKafka('the Kafka of the test runner', () => {
  it('takes a topic, keeps messages in order and remembers a group', async () => {
    const kafka = new Kafka({ brokers: kafkaBrokers(), logLevel: logLevel.NOTHING });
    const topic = `testing-${Date.now()}`;
    const admin = kafka.admin();
    const producer = kafka.producer();
    const consumer = kafka.consumer({ groupId: topic });
    await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
    try {
      await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
      const values = Array.from({ length: 50 }, (_, index) => `value ${index}`);
      const messages = values.map((value) => ({ key: 'one', value }));
      await producer.send({ topic, acks: -1, messages });

      await consumer.subscribe({ topic, fromBeginning: true });
      const seen: string[] = [];
      await new Promise<void>((resolve) => {
        void consumer.run({
          eachMessage: async ({ message }) => {
            seen.push(String(message.value));
            if (seen.length === values.length) resolve();
          },
        });
      });
      await consumer.stop();
      expect(seen).toEqual(values);
      const [offsets] = await admin.fetchOffsets({ groupId: topic, topics: [topic] });
      expect(offsets?.partitions).toMatchObject([{ partition: 0, offset: '50' }]);
    } finally {
      await Promise.all([consumer.disconnect(), producer.disconnect()]);
      await admin.deleteTopics({ topics: [topic] });
      await admin.disconnect();
    }
  });
});
