import type { ListOrganizationRefusalsResponse } from '../../api/generated/types.gen';

export interface RefusalCursor {
  readonly cursor?: string;
}

type ReadRefusals = (query: RefusalCursor) => Promise<ListOrganizationRefusalsResponse>;

/** A rule with few refusals among many is not searched to the end at once. */
const pagesMax = 5;

/** The next refusals of a rule, by which the API does not filter: reads on until one is found. */
export async function readRuleRefusals(
  readPage: ReadRefusals,
  ruleId: string,
  { cursor }: RefusalCursor,
): Promise<ListOrganizationRefusalsResponse> {
  let next = cursor;
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(next === undefined ? {} : { cursor: next });
    const items = page.items.filter((refusal) => refusal.ruleId === ruleId);
    if (items.length > 0 || page.nextCursor === null || pages === pagesMax) {
      return { items, nextCursor: page.nextCursor };
    }
    next = page.nextCursor;
  }
}
