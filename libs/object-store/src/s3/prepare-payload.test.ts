import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { preparePayload } from './prepare-payload';

const contentType = 'video/mp4';
const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)]);

describe('preparePayload over https', () => {
  it('sends a stream of known length as it comes, unsigned and once', async () => {
    const options = { contentType, bytes: 5 };
    const { payload } = await preparePayload(streamOf('hello'), options, true);
    expect(payload).toMatchObject({ hash: 'UNSIGNED-PAYLOAD', bytes: 5, canRepeat: false });
    expect(String(await buffer(payload.open() as Readable))).toBe('hello');
  });

  it('fails a stream that is not as long as announced, or that breaks', async () => {
    const options = { contentType, bytes: 9 };
    const short = await preparePayload(streamOf('hello'), options, true);
    await expect(buffer(short.payload.open() as Readable)).rejects.toMatchObject({
      fault: 'length_mismatch',
    });
    const source = streamOf('hello');
    const broken = await preparePayload(source, options, true);
    const reading = buffer(broken.payload.open() as Readable);
    source.destroy(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});
