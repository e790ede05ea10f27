import { simulatorRerankers } from './simulator-rerankers';
import { simulatorVideos } from './simulator-videos';

/** What the simulator offers: models of each kind, and of each protocol. All are priced. */
export interface SimulatorModel {
  readonly upstreamModel: string;
  readonly protocol:
    | 'openai'
    | 'anthropic'
    | 'responses'
    | 'gemini'
    | 'bedrock'
    | 'azure'
    | 'vertex'
    | 'vertex-anthropic'
    | 'openai-videos'
    | 'ark-videos'
    | 'dashscope-videos'
    | 'gemini-videos'
    | 'cohere-rerank'
    | 'jina-rerank'
    | 'voyage-rerank';
  readonly document: Readonly<Record<string, unknown>> & { readonly id: string };
}

const chat = {
  kind: 'chat',
  contextLength: 128_000,
  maxCompletionTokens: 16_384,
  prices: { prompt: '0.5', completion: '1.5' },
} as const;

/** The provider's own search of the web, per use. */
const tools = { web_search: '0.01' } as const;

const image = {
  kind: 'image',
  inputModalities: ['text', 'image'],
  outputModalities: ['image'],
} as const;

/** Free within the usual quota. */
export const freeSimulatorModel = 'simulator/free';

export const simulatorModels: readonly SimulatorModel[] = [
  {
    upstreamModel: 'chat',
    protocol: 'openai',
    document: { ...chat, id: 'simulator/chat', name: 'Simulator Chat' },
  },
  {
    upstreamModel: 'chat',
    protocol: 'openai',
    document: { ...chat, id: freeSimulatorModel, name: 'Simulator Free' },
  },
  {
    upstreamModel: 'chat',
    protocol: 'openai',
    document: {
      ...chat,
      id: 'simulator/spoken',
      name: 'Simulator Spoken Chat',
      inputModalities: ['text', 'audio'],
      outputModalities: ['text', 'audio'],
      prices: { prompt: '0.5', completion: '1.5', audioInput: '10', audioOutput: '20' },
    },
  },
  {
    upstreamModel: 'claude',
    protocol: 'anthropic',
    document: {
      ...chat,
      id: 'simulator/claude',
      name: 'Simulator Messages',
      family: 'anthropic',
      prices: { prompt: '3', completion: '15', cacheRead: '0.3', cacheWrite: '3.75', tools },
    },
  },
  {
    upstreamModel: 'responses',
    protocol: 'responses',
    document: {
      ...chat,
      id: 'simulator/responses',
      name: 'Simulator Responses',
      family: 'openai',
      prices: { prompt: '1.25', completion: '10', cacheRead: '0.125', tools },
    },
  },
  {
    upstreamModel: 'gemini',
    protocol: 'gemini',
    document: {
      ...chat,
      id: 'simulator/gemini',
      name: 'Simulator Gemini',
      family: 'google',
      prices: { prompt: '1.25', completion: '5', cacheRead: '0.3125' },
    },
  },
  {
    upstreamModel: 'anthropic.claude-simulator-v1:0',
    protocol: 'bedrock',
    document: {
      ...chat,
      id: 'simulator/bedrock',
      name: 'Simulator Bedrock',
      family: 'anthropic',
      prices: { prompt: '3', completion: '15', cacheRead: '0.3', cacheWrite: '3.75' },
    },
  },
  {
    upstreamModel: 'chat',
    protocol: 'azure',
    document: { ...chat, id: 'simulator/azure', name: 'Simulator Azure', family: 'openai' },
  },
  {
    upstreamModel: 'gemini',
    protocol: 'vertex',
    document: { ...chat, id: 'simulator/vertex', name: 'Simulator Vertex', family: 'google' },
  },
  {
    upstreamModel: 'claude',
    protocol: 'vertex-anthropic',
    document: {
      ...chat,
      id: 'simulator/vertex-claude',
      name: 'Simulator Vertex Messages',
      family: 'anthropic',
    },
  },
  {
    upstreamModel: 'image',
    protocol: 'openai',
    document: {
      ...image,
      id: 'simulator/image',
      name: 'Simulator Images',
      prices: { prompt: '5', completion: '40' },
      sizes: { '1024x1024': '0.04', '1536x1024': '0.06', '1024x1536': '0.06' },
      defaultFor: ['images.edits'],
    },
  },
  {
    upstreamModel: 'image-chat',
    protocol: 'openai',
    document: {
      ...chat,
      id: 'simulator/image-chat',
      name: 'Simulator Image Chat',
      inputModalities: ['text', 'image'],
      outputModalities: ['image', 'text'],
      prices: { prompt: '0.3', completion: '2.5', imageOutput: '30' },
    },
  },
  {
    upstreamModel: 'image-gemini',
    protocol: 'gemini',
    document: {
      ...image,
      id: 'simulator/image-gemini',
      name: 'Simulator Gemini Images',
      family: 'google',
      outputModalities: ['image', 'text'],
      prices: { image: '0.039' },
    },
  },
  {
    upstreamModel: 'speech',
    protocol: 'openai',
    document: {
      id: 'simulator/speech',
      name: 'Simulator Speech',
      kind: 'speech',
      inputModalities: ['text'],
      outputModalities: ['speech'],
      prices: { character: '0.000015' },
    },
  },
  {
    upstreamModel: 'transcription',
    protocol: 'openai',
    document: {
      id: 'simulator/transcription',
      name: 'Simulator Transcription',
      kind: 'transcription',
      inputModalities: ['audio'],
      outputModalities: ['transcription'],
      prices: { audioSecond: '0.0001' },
    },
  },
  {
    upstreamModel: 'embed',
    protocol: 'openai',
    document: {
      id: 'simulator/embed',
      name: 'Simulator Embeddings',
      kind: 'embeddings',
      contextLength: 8_192,
      inputModalities: ['text', 'image'],
      outputModalities: ['embeddings'],
      prices: { prompt: '0.02' },
    },
  },
  {
    upstreamModel: 'instruct',
    protocol: 'openai',
    document: { ...chat, id: 'simulator/instruct', name: 'Simulator Instruct', kind: 'completion' },
  },
  {
    upstreamModel: 'moderation',
    protocol: 'openai',
    document: {
      id: 'simulator/moderation',
      name: 'Simulator Moderation',
      kind: 'moderation',
      inputModalities: ['text', 'image'],
      outputModalities: ['moderation'],
      prices: { prompt: '0' },
    },
  },
  ...simulatorRerankers,
  ...simulatorVideos,
];
