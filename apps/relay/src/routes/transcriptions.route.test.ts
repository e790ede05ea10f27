import { AppError } from '@tollgate/errors';
import { readRecording } from './transcriptions.route';

function refuse(audio: unknown): string {
  try {
    readRecording(audio);
    return 'accepted';
  } catch (error) {
    const { param, reason } = AppError.from(error);
    return `${reason} ${param}`;
  }
}

describe('a recording within JSON', () => {
  it('is decoded from base64, in either alphabet', async () => {
    const bytes = Buffer.from([0xfb, 0xff, 0xfe, 1]);
    for (const encoding of ['base64', 'base64url'] as const) {
      const file = readRecording({ data: bytes.toString(encoding), format: 'WAV' });
      expect(await file.read()).toEqual(bytes);
      expect(file).toMatchObject({ fileName: 'audio.wav', contentType: 'audio/wav', bytes: 4 });
    }
  });

  it('refuses a data URI: decoded it would be noise, and more expensive', () => {
    const data = `data:audio/wav;base64,${Buffer.alloc(300).toString('base64')}`;
    expect(refuse({ data, format: 'wav' })).toBe('unsupported_param input_audio.data');
  });

  it.each([
    [{ format: 'wav' }, 'missing_required_field input_audio.data'],
    [{ data: '', format: 'wav' }, 'missing_required_field input_audio.data'],
    [{ data: 'AAAA' }, 'missing_required_field input_audio.format'],
    [{ data: 'AAAA', format: 'a b' }, 'unsupported_param input_audio.format'],
    [{ data: 5, format: 'wav' }, 'unsupported_param input_audio.data'],
    [{ data: '!!!!', format: 'wav' }, 'unsupported_param input_audio.data'],
    [{ data: 'AAAA AAAA', format: 'wav' }, 'unsupported_param input_audio.data'],
    ['x', 'unsupported_param input_audio'],
  ])('is refused with its field: %j', (audio, expected) => {
    expect(refuse(audio)).toBe(expected);
  });
});
