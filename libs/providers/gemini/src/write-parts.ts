import { AppError } from '@tollgate/errors';
import type { TextPart, UserPart } from '@tollgate/model-spec';
import { makeFileFault, parseDataUri, readFileContent } from '@tollgate/model-kit';
import type { Part } from './wire';

/** By the extension of a URL: the API requires the type of what it fetches. */
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
};
const ending = /\.([a-z0-9]{2,5})(?:[?#]|$)/i;
const youTube = /^https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be)\//i;

/** Empty text is left out: the API refuses parts without content. */
export function writeParts(parts: readonly UserPart[]): Part[] {
  return parts.flatMap((part): Part[] => {
    switch (part.type) {
      case 'text':
        return writeText(part);
      case 'image':
        return [writeMedia(part.url, 'image/jpeg')];
      case 'video':
        return [writeMedia(part.url, 'video/mp4')];
      case 'file':
        return [writeFile(part.dataUri)];
      case 'audio':
        return [{ inlineData: { mimeType: `audio/${part.format}`, data: part.data } }];
    }
  });
}

export function writeText({ text }: Pick<TextPart, 'text'>): Part[] {
  return text === '' ? [] : [{ text }];
}

function writeMedia(url: string, defaultType: string): Part {
  const inline = parseDataUri(url);
  if (inline !== undefined) {
    return { inlineData: { mimeType: inline.mediaType, data: inline.data } };
  }
  if (!/^(?:https?|gs):/i.test(url)) {
    throw new AppError('unsupported_param', {
      message: 'An image or a video must be an http(s) address or a base64 data URI',
    });
  }
  // Google detects its own videos, whose URLs have no extension.
  if (youTube.test(url)) return { fileData: { fileUri: url } };
  const mimeType = mediaTypes[ending.exec(url)?.[1]?.toLowerCase() ?? ''] ?? defaultType;
  return { fileData: { fileUri: url, mimeType } };
}

/** Google reads these kinds from files as well as from parts of their own. */
const mediaKinds = /^(?:audio|video|image)\//;

/** Raises unsupported_param. */
function writeFile(dataUri: string): Part {
  const file = readFileContent(dataUri);
  if (file === undefined || (file.kind === 'other' && !mediaKinds.test(file.mediaType))) {
    throw makeFileFault(file);
  }
  const { data, kind, mediaType } = file;
  // Of texts outside of `text/` the API knows few.
  const isPlain = kind === 'text' && !mediaType.startsWith('text/');
  return { inlineData: { mimeType: isPlain ? 'text/plain' : mediaType, data } };
}
