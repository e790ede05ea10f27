import { isFields } from '@tollgate/model-kit';
import { createGuardedAgent, readAnswerText, type OutboundRules } from '@tollgate/outbound';
import { request, type Dispatcher } from 'undici';
import type { EngineTarget, FoundPage, SearchEngine, SearchQuery } from './search-engine';

export interface SearchClientOptions extends EngineTarget {
  readonly engine: SearchEngine;
  readonly timeoutMs: number;
  /** Which addresses beside public ones it may connect to. */
  readonly rules: OutboundRules;
}

/** The engine did not answer, or not with results. Never contains the key or the query. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

const engineAnswer = { bytesMax: 2 * 1024 * 1024, source: 'the answer of the search engine' };
const connectTimeoutMs = 5_000;
const connectionsMax = 64;

/** Asks one engine. Redirects are not followed, and no page of a result is fetched. */
export class SearchClient {
  readonly #options: SearchClientOptions;
  readonly #agent: Dispatcher;

  constructor(options: SearchClientOptions) {
    const { rules } = options;
    this.#options = options;
    this.#agent = createGuardedAgent({ rules, connectTimeoutMs, connections: connectionsMax });
  }

  /** At most as many pages as were asked for. Raises SearchError. */
  async search(query: SearchQuery, signal: AbortSignal): Promise<readonly FoundPage[]> {
    const { engine, timeoutMs } = this.#options;
    const { url, ...sent } = engine.buildRequest(query, this.#options);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    let status: number;
    let text = '';
    try {
      const answer = await request(url, { ...sent, dispatcher: this.#agent, signal: limit });
      status = answer.statusCode;
      text = await readAnswerText(answer.body, engineAnswer);
    } catch (cause) {
      const isLate = limit.aborted && !signal.aborted;
      const reason = isLate ? `did not answer within ${timeoutMs} ms` : 'could not be reached';
      throw new SearchError(`the search engine ${reason}`, { cause });
    }
    if (status !== 200) throw new SearchError(`the search engine answered ${status}`);
    const pages = readPages(engine, text);
    if (pages === undefined) throw new SearchError('the search engine sent no list of results');
    return pages.slice(0, query.resultsMax);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function readPages(engine: SearchEngine, text: string): readonly FoundPage[] | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isFields(body) ? engine.readResults(body) : undefined;
  } catch {
    return undefined;
  }
}
