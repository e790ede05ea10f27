/** The field that carries the settled cost is named after the service. */
export const costField = 'tollgate_cost';

export type CostFields = { readonly [Name in typeof costField]: number };
