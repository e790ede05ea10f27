import { makeClusterId } from './make-server-properties';

describe('a cluster id', () => {
  it('never begins with a hyphen', () => {
    const draws = [Buffer.alloc(16, 0xff), Buffer.alloc(16, 0xfb), Buffer.alloc(16, 0x00)];
    draws[0]?.writeUInt8(0xf8, 0);
    expect(draws[0]?.toString('base64url').startsWith('-')).toBe(true);
    const id = makeClusterId(() => draws.shift() ?? Buffer.alloc(16));
    expect(id.startsWith('-')).toBe(false);
    expect(id).toHaveLength(22);
  });
});
