import type * as OpenAiProvider from '@ai-sdk/openai';
import type * as Ai from 'ai';
import { openAccount, type Account } from '../test/support/accounts';
import { makeWav } from '../test/support/audio-recipes';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
const baseURL = `${gateway.baseUrl}/v1`;
let account: Account;
// These packages are modules only: a static import would become a `require` of them.
let ai: typeof Ai;
let openAi: typeof OpenAiProvider;

beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  [ai, openAi] = await Promise.all([import('ai'), import('@ai-sdk/openai')]);
  account = await openAccount(gateway);
});

describe('the AI SDK', () => {
  it('reads transcripts with their segments', async () => {
    const provider = openAi.createOpenAI({ apiKey: account.key, baseURL });
    const transcript = await ai.experimental_transcribe({
      model: provider.transcription('simulator/transcription'),
      audio: makeWav(4),
      maxRetries: 0,
      providerOptions: { openai: { responseFormat: 'verbose_json' } },
    });
    expect(transcript.text).toMatch(/^The gate opens/);
    expect(transcript.durationInSeconds).toBe(4);
    expect(transcript.segments.length).toBeGreaterThan(0);
  });

  it('transcribes speech', async () => {
    const provider = openAi.createOpenAI({ apiKey: account.key, baseURL });
    const { audio } = await ai.experimental_generateSpeech({
      model: provider.speech('simulator/speech'),
      text: 'The gate opens.',
      voice: 'alloy',
      outputFormat: 'wav',
      maxRetries: 0,
    });
    expect(audio.mediaType).toBe('audio/wav');
    expect(audio.uint8Array.length).toBeGreaterThan(1_000);
  });
});
