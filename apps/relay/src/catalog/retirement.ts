import { AppError } from '@tollgate/errors';
import type { CatalogModel } from './catalog';

/** From the start of its date (UTC), calls are refused. */
export function isRetired({ document }: CatalogModel, nowMs: number): boolean {
  const { deprecationDate } = document;
  if (deprecationDate === undefined || deprecationDate === null) return false;
  return Date.parse(deprecationDate) <= nowMs;
}

export function makeRetiredError({ document, id }: CatalogModel): AppError {
  const { deprecationDate, successor } = document;
  return new AppError('model_retired', {
    message: `Model ${id} was retired on ${deprecationDate}`,
    param: 'model',
    ...(successor == null ? {} : { metadata: { successor } }),
  });
}
