import { Readable } from 'node:stream';
import { measureAudio, readEnds, sniffAudio } from '@tollgate/media-types';
import { crc8, crc16, makeAac, makeFlac, makeMp3, makeOpus } from './make-silence';
import { makePcm, makeWav } from './make-tone';

describe('audio of the simulator', () => {
  it.each([
    ['wav', makeWav(2), 'wav'],
    ['mp3', makeMp3(2), 'mp3'],
    ['flac', makeFlac(2), 'flac'],
    ['opus', makeOpus(2), 'ogg'],
  ])('last as long as %s says', async (_, bytes, container) => {
    expect(sniffAudio(bytes)).toBe(container);
    const seconds = measureAudio(await readEnds(Readable.from([bytes])));
    expect(seconds).toBeGreaterThan(1.8);
    expect(seconds).toBeLessThan(2.2);
  });

  it('have frames one behind the other', () => {
    const aac = makeAac(1);
    for (let offset = 0; offset < aac.length; offset += 13) {
      expect(aac.readUInt16BE(offset)).toBe(0xfff1);
    }
    expect(makePcm(1).length).toBe(48_000);
  });

  it('carry the checksums that their formats name', () => {
    const digits = Buffer.from('123456789');
    expect(crc8(digits)).toBe(0xf4);
    expect(crc16(digits)).toBe(0xfee8);
  });
});
