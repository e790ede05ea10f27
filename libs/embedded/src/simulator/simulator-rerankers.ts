import type { SimulatorModel } from './simulator-models';

const rerank = {
  kind: 'rerank',
  contextLength: 4_096,
  inputModalities: ['text'],
  outputModalities: ['rerank'],
} as const;

/** The same simulated provider behind each protocol of rankings, priced as its provider does. */
export const simulatorRerankers: readonly SimulatorModel[] = [
  {
    upstreamModel: 'rerank',
    protocol: 'cohere-rerank',
    document: {
      ...rerank,
      id: 'simulator/rerank',
      name: 'Simulator Rerank',
      prices: { searchUnit: '0.002' },
    },
  },
  {
    upstreamModel: 'jina-rerank',
    protocol: 'jina-rerank',
    document: {
      ...rerank,
      id: 'simulator/rerank-jina',
      name: 'Simulator Rerank Jina',
      prices: { prompt: '0.02' },
    },
  },
  {
    upstreamModel: 'rerank-voyage',
    protocol: 'voyage-rerank',
    document: {
      ...rerank,
      id: 'simulator/rerank-voyage',
      name: 'Simulator Rerank Voyage',
      prices: { prompt: '0.05' },
    },
  },
];
