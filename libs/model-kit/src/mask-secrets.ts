import { listSecrets } from '@tollgate/cloud-auth';
import type { UpstreamTarget } from '@tollgate/model-spec';

const mask = '[key]';
/** Shorter values may be ordinary words, and are not secrets. */
const secretCharactersMin = 8;
/** So few characters of a secret reveal nothing. */
const pieceCharactersMin = 4;
/** How providers write a key of which they show only the ends. */
const shortened = /[^\s"'`*.…]*(?:\*{2,}|\.{3,}|…)[^\s"'`*…]*/g;

/** A provider's text without any part of the credentials that we use there. */
export function maskSecrets(
  text: string,
  { apiKey, headers }: Pick<UpstreamTarget, 'apiKey' | 'headers'>,
): string {
  return [...listSecrets(apiKey), ...Object.values(headers)]
    .filter((secret) => secret.length >= secretCharactersMin)
    .reduce(maskSecret, text);
}

function maskSecret(text: string, secret: string): string {
  const whole = text.replaceAll(secret, mask);
  const shown = whole.replace(shortened, (piece) => (isPieceOf(piece, secret) ? mask : piece));
  return maskCutEnd(shown, secret);
}

function isPieceOf(piece: string, secret: string): boolean {
  const [head = ''] = piece.split(/[*.…]/);
  const tail = (/[^*.…]*$/.exec(piece)?.[0] ?? '').replace(/[^\w-]+$/, '');
  return (
    (head.length >= pieceCharactersMin && secret.startsWith(head)) ||
    (tail.length >= pieceCharactersMin && secret.endsWith(tail))
  );
}

/** A text that was trimmed to length may end inside the secret. */
function maskCutEnd(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= pieceCharactersMin; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mask;
  }
  return text;
}
