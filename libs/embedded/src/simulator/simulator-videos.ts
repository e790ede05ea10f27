import type { SimulatorModel } from './simulator-models';

const video = {
  kind: 'video',
  inputModalities: ['text', 'image', 'video'],
  outputModalities: ['video'],
  prices: { videoSecond: '0.1' },
  video: {
    durations: [5, 4, 6, 8, 10, 12, 15],
    resolutions: { '480p': '0.5', '720p': '1', '1080p': '2' },
    aspectRatios: ['16:9', '9:16', '1:1', '4:3', '3:4'],
    tasks: ['text', 'image', 'keyframes', 'continuation', 'reference', 'edit'],
    audioMultiplier: '1.5',
  },
} as const;

/** The same simulated provider behind each protocol of videos. */
export const simulatorVideos: readonly SimulatorModel[] = [
  {
    upstreamModel: 'video',
    protocol: 'openai-videos',
    document: { ...video, id: 'simulator/video', name: 'Simulator Video' },
  },
  {
    upstreamModel: 'seedance',
    protocol: 'ark-videos',
    document: { ...video, id: 'simulator/video-ark', name: 'Simulator Video Ark' },
  },
  {
    upstreamModel: 'wan',
    protocol: 'dashscope-videos',
    document: { ...video, id: 'simulator/video-dashscope', name: 'Simulator Video DashScope' },
  },
  {
    upstreamModel: 'veo',
    protocol: 'gemini-videos',
    document: {
      ...video,
      id: 'simulator/video-gemini',
      name: 'Simulator Video Gemini',
      family: 'google',
      inputModalities: ['text'],
      // It takes media as bytes only.
      video: { ...video.video, tasks: ['text'] },
    },
  },
];
