import type { Logger } from '@tollgate/observability';
import type { ByokKey } from '@tollgate/policy';
import { KeyRing } from '@tollgate/secret-box';
import type { Candidate } from '../../domain/candidate';
import type { CatalogModel } from '../../catalog/catalog';
import { makeUnchargedCandidate, type UnchargedRoute } from './make-uncharged-candidate';
import type { RouteKnowledge } from './order-candidates';
import type { ParsedCall } from '../receive/received-call';

/** Decrypts an organization's own provider key; undefined: it cannot be decrypted. */
export type OpenByokKey = (key: ByokKey) => string | undefined;

export interface ByokCandidates {
  readonly candidates: readonly Candidate[];
  /** The organization allows no other candidate for this model. */
  readonly isStrict: boolean;
}

const seamlessCandidatesMax = 3;
const none: ByokCandidates = { candidates: [], isStrict: false };

/**
 * Candidates over the provider keys of the caller's organization. A failing or isolated key is
 * skipped while other candidates are allowed; with a strict key its error is shown.
 */
export function listByokCandidates(
  { caller, policy }: ParsedCall,
  model: CatalogModel,
  { knowledge, openByokKey }: { knowledge: RouteKnowledge; openByokKey: OpenByokKey },
): ByokCandidates {
  if (policy.byokKeys.length === 0) return none;
  const keys = policy.byokKeys.filter(
    ({ scopedKeyIds, upstreamModels }) =>
      upstreamModels.has(model.id) && (scopedKeyIds.size === 0 || scopedKeyIds.has(caller.keyId)),
  );
  const isStrict = keys.some(({ isSeamless }) => !isSeamless);
  // Own keys have no video protocols.
  if (model.kind === 'video') return { candidates: [], isStrict };
  const usable = isStrict
    ? keys
    : keys.filter(
        ({ id, isFailing }) => !isFailing && (knowledge.isHealthy(id) || knowledge.isProbeDue(id)),
      );
  const candidates = usable.flatMap((key) => {
    const apiKey = openByokKey(key);
    return apiKey === undefined ? [] : [makeByokCandidate(key, model, apiKey)];
  });
  // Leaves room for other candidates.
  return {
    candidates: isStrict ? candidates : candidates.slice(0, seamlessCandidatesMax),
    isStrict,
  };
}

function makeByokCandidate(key: ByokKey, model: CatalogModel, apiKey: string): Candidate {
  const route: UnchargedRoute = {
    id: key.id,
    provider: 'byok',
    protocol: key.protocol,
    baseUrl: key.baseUrl,
    apiKey,
    upstreamModel: key.upstreamModels.get(model.id) ?? model.id,
  };
  return { ...makeUnchargedCandidate(route, model), byok: key };
}

/**
 * Each key is decrypted once per policy. A key that cannot be decrypted does not affect the others.
 */
export function createByokOpener(masterKeys: string, logger: Logger): OpenByokKey {
  const ring = new KeyRing(masterKeys);
  const opened = new WeakMap<ByokKey, { readonly secret: string | undefined }>();
  const open = ({ id, masterKeyId: keyId, orgId, sealedKey: bytes }: ByokKey) => {
    try {
      return { secret: ring.open({ keyId, bytes }, `${orgId}|${id}`) };
    } catch (error) {
      logger.error('byok key not opened', { byokId: id, masterKeyId: keyId, error });
      return { secret: undefined };
    }
  };
  return (key) => {
    const known = opened.get(key) ?? open(key);
    opened.set(key, known);
    return known.secret;
  };
}
