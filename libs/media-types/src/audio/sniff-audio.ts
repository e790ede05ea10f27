export type AudioContainer = 'wav' | 'mp3' | 'mp4' | 'ogg' | 'flac' | 'webm';

const ebmlMagic = 0x1a45dfa3;

/** The container, recognized by its first bytes. */
export function sniffAudio(head: Buffer): AudioContainer | undefined {
  if (head.length < 12) return undefined;
  const text = head.toString('latin1', 0, 12);
  if (/^(RIFF|RF64)/.test(text) && text.slice(8) === 'WAVE') return 'wav';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.slice(4, 8) === 'ftyp') return 'mp4';
  if (head.readUInt32BE(0) === ebmlMagic) return 'webm';
  const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
  return text.startsWith('ID3') || isFrame ? 'mp3' : undefined;
}
