import { RE2JS } from 're2js';
import { foldText } from './fold-text';

/** Signs of an attempt to take over the conversation, and the weight of each. */
const signs: readonly { readonly score: number; readonly pattern: RE2JS }[] = [
  sign(
    1,
    '\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing))\\b.{0,60}?' +
      '\\b(?:previous|above|prior|system)\\b.{0,60}?\\b(?:instructions?|rules?|prompts?)\\b',
  ),
  sign(
    0.7,
    '\\byou are now (?:an?|the|in|dan|my|going|free)\\b' +
      '|\\b(?:developer|dan|jailbreak|god|unrestricted) mode\\b',
  ),
  sign(
    0.7,
    '\\b(?:reveal|print|repeat|show|output|leak)\\b.{0,40}?' +
      '\\b(?:system prompt|hidden instructions?|initial instructions?)\\b',
  ),
  sign(0.8, '<\\|im_start\\|>\\s*system|\\[/?inst\\]|^\\s*#{2,4}\\s*system\\s*:|<<sys>>'),
  sign(
    0.6,
    '!?\\[[^\\]]{0,80}\\]\\(https?://[^)\\s]{0,200}\\{[^}]{1,40}\\}' +
      '|\\bsend\\b.{0,60}?\\bto https?://',
  ),
  sign(
    0.4,
    '\\bwithout any (?:restrictions?|filters?|limits?)\\b|\\bno (?:filters|restrictions)\\b',
  ),
];

const hitScore = 1;
const runsMax = 50;
const runCharactersMax = 16_384;
const encodedRuns = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const hexOnly = /^(?:[0-9a-fA-F]{2})+$/;
const spelledOut = /(?<![\p{L}\p{N}])(?:\p{L} ){3,}\p{L}(?![\p{L}\p{N}])/gu;
const mostlyReadable = /^[\t\n\r\x20-\x7e\p{L}\p{N}\p{P}\p{Zs}]+$/u;

function sign(score: number, pattern: string): { score: number; pattern: RE2JS } {
  return { score, pattern: RE2JS.compile(`(?ims:${pattern})`) };
}

/** Whether a text tries to take over. Phrases that an organization lets pass do not count. */
export function isInjection(text: string, allowedPhrases: readonly string[] = []): boolean {
  const plain = normalize(foldText(withoutPhrases(text, allowedPhrases)).text);
  let sum = scoreText(plain);
  for (const decoded of listDecoded(plain)) {
    if (sum >= hitScore) break;
    sum += 2 * scoreText(normalize(decoded));
  }
  return sum >= hitScore;
}

function scoreText(text: string): number {
  let sum = 0;
  for (const { pattern, score } of signs) if (pattern.test(text)) sum += score;
  return sum;
}

function withoutPhrases(text: string, phrases: readonly string[]): string {
  return phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text);
}

/** Joins letters that were spaced out, and collapses spaces. */
function normalize(text: string): string {
  return text
    .replace(spelledOut, (letters) => letters.replaceAll(' ', ''))
    .replace(/[^\S\n]+/g, ' ');
}

/** The decoded content of long runs of base64 or hexadecimal digits. */
function* listDecoded(text: string): Generator<string> {
  let runs = 0;
  for (const [run] of text.matchAll(encodedRuns)) {
    if (++runs > runsMax) return;
    const cut = run.slice(0, runCharactersMax);
    const decoded = Buffer.from(cut, hexOnly.test(run) ? 'hex' : 'base64').toString('utf8');
    if (mostlyReadable.test(decoded)) yield decoded;
  }
}
