import { kafkaVersion } from '@tollgate/embedded';
import { readTracked } from './tracked-files';

describe('Apache Kafka', () => {
  it('is the same version in docker-compose.yml and in the tests', () => {
    const images = [
      ...readTracked('docker-compose.yml').matchAll(/image: apache\/kafka:([\d.]+)/g),
    ];
    expect(images.map(([, version]) => version)).toEqual([kafkaVersion]);
  });
});
