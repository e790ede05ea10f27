import { createHash } from 'node:crypto';
import { Partitioners } from 'kafkajs';
import { choosePartition } from './postgres/choose-partition';

/** Wallets by rank; the ids are the same in every run. */
const wallets = Array.from({ length: 20_000 }, (_, rank) => {
  const digest = createHash('sha256').update(String(rank)).digest('hex').slice(0, 22);
  return `user_01M7${digest.toUpperCase()}`;
});

const allPartitions = Array.from({ length: 64 }, (_, partitionId) => {
  return { partitionErrorCode: 0, leader: 1, replicas: [1], isr: [1], partitionId };
});
const chooseInKafka = Partitioners.DefaultPartitioner();
const places = {
  PostgreSQL: choosePartition,
  Kafka: (key: string, partitions: number) =>
    chooseInKafka({
      topic: 'usage',
      partitionMetadata: allPartitions.slice(0, partitions),
      message: { key: Buffer.from(key), value: null },
    }),
};

/** The load of the busiest partition as a multiple of the mean. */
function measureSkew(
  place: (key: string, partitions: number) => number,
  partitions: number,
  weigh: (rank: number) => number,
): number {
  const loads = Array.from({ length: partitions }, () => 0);
  wallets.forEach((wallet, rank) => {
    const number = place(wallet, partitions);
    loads[number] = (loads[number] ?? 0) + weigh(rank);
  });
  const sum = loads.reduce((left, right) => left + right, 0);
  return (Math.max(...loads) * partitions) / sum;
}

// docs/capacity.md plans with these figures.
describe.each(Object.entries(places))('the partitions of a topic in %s', (_name, place) => {
  it.each([
    [4, 1.05],
    [16, 1.15],
    [64, 1.3],
  ])('share the load of equal wallets: %i partitions', (partitions, skewMax) => {
    expect(measureSkew(place, partitions, () => 1)).toBeLessThan(skewMax);
  });

  it.each([
    [4, 1.6],
    [16, 2.6],
  ])('share a load in which few wallets call most: %i partitions', (partitions, skewMax) => {
    // The first wallet makes 9.5 % of all calls, the second half of that, and so on.
    expect(measureSkew(place, partitions, (rank) => 1 / (rank + 1))).toBeLessThan(skewMax);
  });
});
