import { asFields, readCount } from '@tollgate/model-kit';
import { readRanking } from '../read-ranking';
import type { RerankProtocol } from '../rerank-protocol';

/** Searches are in `meta.billed_units`; tokens are not billed. */
export const readResponse: RerankProtocol['readResponse'] = (body, documentCount) => {
  const results = readRanking(body['results'], documentCount);
  if (results === undefined) return undefined;
  const { search_units: reported } = asFields(asFields(body['meta'])['billed_units']);
  if (reported == null) return { results, usage: { kind: 'missing' }, searchUnits: undefined };
  const searchUnits = readCount(reported);
  return {
    results,
    usage: { kind: searchUnits === undefined ? 'unusable' : 'missing' },
    searchUnits,
  };
};
