import type { RouteView } from './route-view';
import { findLevel } from './score-level';
import { findSubject } from './score-subject';
import type { AutoTierName } from '../../../catalog/tiers';

/**
 * The tier of a request: what it plainly needs, else what it is about, else how hard it is. The
 * same request always has the same tier; no model is asked.
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
