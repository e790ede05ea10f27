import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A prompt that a provider may have in its cache. */
export interface StickyPrompt {
  readonly keyId: string;
  readonly modelId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly bodyText: string;
}

interface Remembered {
  readonly routeId: string;
  readonly untilMs: number;
}

const lifeMs = 5 * 60_000;
const promptsMax = 50_000;
const prefixCharacters = 1_024;
const promptStart = /"(?:system|instructions|messages|input)"\s*:/;

/** Sends prompts with the same beginning to the provider that has it in its cache. */
export class StickyRoutes {
  readonly #getNowMs: () => number;
  readonly #routes = new LRUCache<string, Remembered>({ max: promptsMax });

  constructor(getNowMs: () => number) {
    this.#getNowMs = getNowMs;
  }

  find(prompt: StickyPrompt): string | undefined {
    const name = makeName(prompt);
    const found = name === undefined ? undefined : this.#routes.get(name);
    return found !== undefined && found.untilMs > this.#getNowMs() ? found.routeId : undefined;
  }

  remember(prompt: StickyPrompt, routeId: string): void {
    const name = makeName(prompt);
    if (name === undefined) return;
    this.#routes.set(name, { routeId, untilMs: this.#getNowMs() + lifeMs });
  }
}

/** Undefined for a prompt that no provider would cache. */
function makeName({ body, bodyText, keyId, modelId }: StickyPrompt): string | undefined {
  const prefix = readPrefix(body, bodyText);
  return prefix === undefined ? undefined : hash('sha1', `${keyId} ${modelId} ${prefix}`, 'base64');
}

function readPrefix(body: StickyPrompt['body'], bodyText: string): string | undefined {
  const { prompt_cache_key: cacheKey } = body;
  if (typeof cacheKey === 'string' && cacheKey !== '') return cacheKey;
  const prefix = readPromptStart(bodyText, prefixCharacters);
  if (prefix === undefined) return undefined;
  const isKept = prefix.length === prefixCharacters || bodyText.includes('"cache_control"');
  return isKept ? prefix : undefined;
}

/** The first characters of the prompt in a request body. */
export function readPromptStart(bodyText: string, characters: number): string | undefined {
  const start = bodyText.search(promptStart);
  return start === -1 ? undefined : bodyText.slice(start, start + characters);
}
