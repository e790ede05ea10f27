/** What the playground makes; in the URL. */
export const playgroundKinds = ['chat', 'image', 'speech', 'transcription', 'video'] as const;
export type PlaygroundKind = (typeof playgroundKinds)[number];
