import type { ApiCall } from './api-call';
import { recipe, type Recipe } from './recipe';

const rate = 8_000;

/** Silence: 8 kHz, mono, 16 bits. */
export function makeWav(seconds: number): Buffer {
  const data = Buffer.alloc(Math.round(seconds * rate) * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** A form with a recording. */
export function makeAudioForm(
  seconds: number,
  fields: Readonly<Record<string, string>> = {},
  fileName = 'gate.wav',
): FormData {
  const form = new FormData();
  const all = { model: 'simulator/transcription', ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append(
    'file',
    new Blob([new Uint8Array(makeWav(seconds))], { type: 'audio/wav' }),
    fileName,
  );
  return form;
}

/** Sounds, made and written down. */
export function makeAudioRecipes(withKey: () => ApiCall): readonly Recipe[] {
  return [
    recipe('POST /v1/audio/speech', withKey),
    recipe('POST /v1/audio/transcriptions', () => {
      const form = new FormData();
      const recording = new Blob([new Uint8Array(makeWav(1))], { type: 'audio/wav' });
      form.append('file', recording, 'gate.wav');
      return { ...withKey(), body: form };
    }),
    recipe('POST /v1/audio/transcriptions', () => ({
      ...withKey(),
      body: { input_audio: { data: makeWav(1).toString('base64'), format: 'wav' } },
    })),
  ];
}
