import { readListView, type ListView } from '../../app/list-view';
import { compact, readText, type Search } from '../../app/search';

/** Search, order and compared models, as they stand in the URL. */
export interface ModelsView extends ListView {
  /** Ids with commas between them. */
  readonly compare?: string;
}

export const comparedMax = 4;

export function readModelsView(search: Search): ModelsView {
  return { ...readListView(search), ...compact({ compare: readText(search, 'compare') }) };
}

/** The models to compare; only ids of the form `author/name` are taken. */
export function listCompared({ compare = '' }: ModelsView): readonly string[] {
  const ids = compare.split(',').filter((id) => /^[^/]+\/.+$/.test(id));
  return [...new Set(ids)].slice(0, comparedMax);
}

/** Adds a model to those compared, or takes it out. */
export function toggleCompared(view: ModelsView, id: string): ModelsView {
  const { compare: _former, ...rest } = view;
  const compared = listCompared(view);
  const next = compared.includes(id) ? compared.filter((each) => each !== id) : [...compared, id];
  return next.length === 0 ? rest : { ...rest, compare: next.join(',') };
}

/** Of the page of a model, as it stands in the URL: the price version or model to compare with. */
export interface WhatIfView {
  readonly prices?: string;
}

export function readWhatIfView(search: Search): WhatIfView {
  return compact({ prices: readText(search, 'prices') });
}
