import { AppError } from '@tollgate/errors';
import { readOperator } from '@tollgate/identity';
import type { Handlers } from '@tollgate/http';
import {
  autoTierPathSchema,
  describeAutoTier,
  describeFreeTier,
  putAutoTierSchema,
  putFreeTierSchema,
} from '../catalog/tier-rows';
import type { ManageTiers } from '../catalog/manage/manage-tiers';
import type { TierReader } from '../catalog/manage/catalog-book';
import { answerChange, answerDelete, answerList, readAdminBody } from './operator-answers';
import type { tierOperations } from './tiers.operations';

export function createTierHandlers(
  reader: TierReader,
  manage: ManageTiers,
): Handlers<typeof tierOperations> {
  return {
    'GET /api/admin/auto-tiers': async (_request, response) => {
      const items = (await reader.listAutoTiers()).map(describeAutoTier);
      response.json({ items, nextCursor: null });
    },

    'PUT /api/admin/auto-tiers/{table}/{tier}': async (request, response) => {
      const place = autoTierPathSchema.safeParse(request.params);
      if (!place.success) throw new AppError('not_found', { message: 'There is no such tier' });
      const models = await readAdminBody(request, putAutoTierSchema);
      const row = await manage.putAutoTier(readOperator(response), place.data, models);
      response.json(describeAutoTier(row));
    },

    'GET /api/admin/free-tiers': answerList((page) => reader.listFreeTiers(page), describeFreeTier),

    'PUT /api/admin/free-tiers/{modelId}': answerChange(
      {
        schema: putFreeTierSchema,
        change: (operator, model, quota) => manage.putFreeTier(operator, model, quota),
        describe: describeFreeTier,
      },
      'modelId',
    ),

    'DELETE /api/admin/free-tiers/{modelId}': answerDelete(
      (operator, model) => manage.deleteFreeTier(operator, model),
      'modelId',
    ),
  };
}
