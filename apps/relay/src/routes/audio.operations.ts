import {
  speechRequestSchema,
  transcriptionFieldsSchema,
  transcriptionRequestSchema,
  transcriptSchema,
} from '@tollgate/dialects/openai-audio';
import { defineOperations } from '@tollgate/http';
import { z } from 'zod';

const file = z.string().meta({ format: 'binary', description: 'At most 10 MB with its form.' });

export const audioOperations = defineOperations({
  'POST /v1/audio/speech': {
    id: 'createSpeech',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Text to speech',
    description:
      'The bytes come as the provider sends them. Billed by the characters of `input`; the header ' +
      '`X-Tollgate-Cost` tells the price.',
    body: speechRequestSchema.meta({ id: 'SpeechRequest' }),
    answers: { 200: { about: 'The sound.', mediaTypes: ['audio/*'] } },
  },
  'POST /v1/audio/transcriptions': {
    id: 'createTranscription',
    tag: 'Inference',
    isIdempotent: 'call',
    summary: 'Speech to text',
    description:
      'A form with a `file`, or JSON with `input_audio`. `response_format` is `json`, `text`, `srt`, ' +
      '`vtt` or `verbose_json`; what is no JSON tells its price in the header `X-Tollgate-Cost`. ' +
      'With `stream` the transcript comes as `transcript.text.delta` and `transcript.text.done` events.',
    body: transcriptionRequestSchema.meta({ id: 'TranscriptionRequest' }),
    form: transcriptionFieldsSchema.extend({ file }).meta({ id: 'TranscriptionForm' }),
    answers: {
      200: {
        about: 'The transcript.',
        body: transcriptSchema,
        mediaTypes: ['text/plain', 'text/vtt'],
      },
    },
  },
});
