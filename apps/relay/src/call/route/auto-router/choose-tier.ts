import type { RouteView } from './read-route-view';
import { findLevel } from './score-level';
import { findSubject } from './score-subject';
import type { AutoTierName } from '../../../catalog/tiers';

/**
 * The tier of a request: by what it needs, else by its subject, else by its difficulty.
 * Deterministic: no model is asked.
 */
export function chooseTier(view: RouteView): AutoTierName {
  return findHardSignal(view) ?? findSubject(view) ?? findLevel(view);
}

function findHardSignal(view: RouteView): AutoTierName | undefined {
  if (view.wantsImage) return 'image';
  if (view.hasVideo) return 'video';
  if (view.hasImage) return 'vision';
  if (view.wantsWeb) return 'search';
  return view.wantsThought ? 'reasoning' : undefined;
}
