export {
  speechRequestSchema,
  transcriptionFieldsSchema,
  transcriptionRequestSchema,
} from './request-schemas';
export { transcriptSchema } from './answer-schema';
export { parseSpeech, speechTypes, type SpeechFormat, type SpeechRequest } from './parse-speech';
export { parseTranscription, type TranscriptionRequest } from './parse-transcription';
export { readTranscript, type AudioUse, type Transcript } from './read-transcript';
export { renderTranscript, renderTranscriptEvents, transcriptTypes } from './render-transcript';
export { needsSegments, type TranscriptFormat } from './parse-transcription';
