import { kafkaVersion } from '@tollgate/embedded';
import { readTracked } from './tracked-files';

describe('Apache Kafka', () => {
  it('is the same version in docker-compose.yml and in the tests', () => {
    expect(readTracked('docker-compose.yml')).toContain(`image: apache/kafka:${kafkaVersion}\n`);
  });
});
