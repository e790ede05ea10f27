import { getGoodwillKey, getWalletKeys } from './keys';

/** CRC16 (XMODEM), by which Redis Cluster chooses the slot of a hash tag. */
function crc16(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return crc & 0xffff;
}

const slots = 16_384;

function findSlot(key: string): number {
  return crc16(/\{(.+?)\}/.exec(key)?.[1] ?? key) % slots;
}

describe('the keys of wallets', () => {
  it('of one wallet share a slot', () => {
    expect(crc16('123456789')).toBe(0x31c3);
    const keys = [...Object.values(getWalletKeys('user_1')), getGoodwillKey('user_1')];
    expect(new Set(keys.map((key) => findSlot(key as string))).size).toBe(1);
  });

  it.each([4, 16])('are spread evenly over %i shards', (shards) => {
    const loads = Array.from({ length: shards }, () => 0);
    for (let number = 0; number < 20_000; number++) {
      const slot = findSlot(getWalletKeys(`user_${number}`).wallet);
      const shard = Math.floor((slot * shards) / slots);
      loads[shard] = (loads[shard] ?? 0) + 1;
    }
    expect(Math.max(...loads) / (20_000 / shards)).toBeLessThan(1.15);
  });
});
