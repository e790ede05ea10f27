import type { ProviderRow } from '@tollgate/provider-table';
import { asRecords, type Fields } from '../fields';
import { readBearer, type Protocol } from '../protocol';
import { openai } from '../protocols/openai';
import { parseBody } from '../sim-request';
import { findQuirkFault } from './find-quirk-fault';
import { reshapeAnswer, reshapeStream } from './reshape-answer';

function hasWebPlugin(body: Fields = {}): boolean {
  return asRecords(body['plugins']).some(({ id }) => id === 'web');
}

/** Chat Completions as a row of the table of providers describes it. */
export function makeCompatible(row: ProviderRow): Protocol {
  const { isSelfHosted, quirks = {} } = row;
  return {
    ...openai,
    // A server without a key ignores the header.
    readKey: (headers) => readBearer(headers) || (isSelfHosted ? 'no-key' : ''),
    readRequest: (text, path, headers) => {
      const body = parseBody(text);
      const fault = body === undefined ? undefined : findQuirkFault(body, quirks);
      if (fault !== undefined) return fault;
      const read = openai.readRequest(text, path, headers);
      if (read.kind === 'fault') return read;
      const isPlugged = row.webSearch === 'plugins' && hasWebPlugin(body);
      return {
        ...read,
        request: {
          ...read.request,
          ...(quirks.streamOptions === false && { hasStreamUsage: true }),
          ...(isPlugged && { searchesMax: 1 }),
        },
      };
    },
    renderAnswer: (answer) => reshapeAnswer(openai.renderAnswer(answer), answer, row),
    renderStream: (answer) => reshapeStream(openai.renderStream(answer), answer, row),
  };
}
