import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

export interface Attribution {
  readonly appName: string;
  readonly referer: string;
}

const appNameCharactersMax = 100;
const refererCharactersMax = 500;
const controlCharacters = /\p{Cc}/gu;

/** `X-Title` and `HTTP-Referer` are recorded and have no other effect. */
export function readAttribution(headers: IncomingHttpHeaders): Attribution {
  return {
    appName: cleanHeader(headers['x-title'], appNameCharactersMax),
    referer: cleanHeader(headers['http-referer'] ?? headers.referer, refererCharactersMax),
  };
}

/** Text that is safe to keep and to show: no control characters, and not endless. */
export function cleanHeader(value: string | string[] | undefined, charactersMax: number): string {
  const text = Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
  if (text === '') return '';
  const clean = decodeHeader(text).replace(controlCharacters, '').trim();
  return clean.length <= charactersMax ? clean : cut(clean, charactersMax);
}

/** By characters and not by halves of them: half an emoji is no text. */
function cut(text: string, charactersMax: number): string {
  return [...text].slice(0, charactersMax).join('').trimEnd();
}

const beyondAscii = /[\x80-\xff]/;

/** Node reads headers as Latin-1, byte by byte; nearly all clients that leave ASCII send UTF-8. */
function decodeHeader(text: string): string {
  if (!beyondAscii.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}
