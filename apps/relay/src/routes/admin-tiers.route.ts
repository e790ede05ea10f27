import type { Request } from 'express';
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
import type { TierReader } from '../catalog/manage/tier-book';
import { readAdminBody } from './admin-request';
import { readPage, renderPage } from './page';
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

    'GET /api/admin/free-tiers': async (request, response) => {
      const page = readPage(request);
      response.json(renderPage(await reader.listFreeTiers(page), page, describeFreeTier));
    },

    'PUT /api/admin/free-tiers/{modelId}': async (request, response) => {
      const quota = await readAdminBody(request, putFreeTierSchema);
      const row = await manage.putFreeTier(readOperator(response), getModelId(request), quota);
      response.json(describeFreeTier(row));
    },

    'DELETE /api/admin/free-tiers/{modelId}': async (request, response) => {
      await manage.deleteFreeTier(readOperator(response), getModelId(request));
      response.status(204).end();
    },
  };
}

function getModelId({ params }: Request): string {
  return String(params['modelId']);
}
