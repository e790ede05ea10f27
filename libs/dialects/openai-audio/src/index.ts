export {
  speechRequestSchema,
  transcriptionFieldsSchema,
  transcriptionRequestSchema,
} from './request-schemas';
export { transcriptSchema } from './answer-schema';
export {
  parseSpeech,
  speechFormats,
  speechTypes,
  type SpeechFormat,
  type SpeechRequest,
} from './parse-speech';
export {
  parseTranscription,
  type TranscriptFormat,
  type TranscriptionRequest,
} from './parse-transcription';
export { readTranscript, type AudioUse, type Transcript } from './read-transcript';
export { needsSegments, renderTranscript, transcriptTypes } from './render-transcript';
