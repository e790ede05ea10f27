export const sampleRate = 24_000;
const hertz = 440;
const loudness = 6_000;
const sampleBytes = 2;

/** Mono, 16 bits, little endian. */
export function makePcm(seconds: number): Buffer {
  const samples = Math.round(seconds * sampleRate);
  const pcm = Buffer.alloc(samples * sampleBytes);
  for (let index = 0; index < samples; index += 1) {
    const value = Math.sin((2 * Math.PI * hertz * index) / sampleRate);
    pcm.writeInt16LE(Math.round(value * loudness), index * sampleBytes);
  }
  return pcm;
}

export function makeWav(seconds: number): Buffer {
  const pcm = makePcm(seconds);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * sampleBytes, 28);
  header.writeUInt16LE(sampleBytes, 32);
  header.writeUInt16LE(8 * sampleBytes, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}
