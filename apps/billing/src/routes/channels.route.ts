import type { Request, Response } from 'express';
import type { ListOpenChannels } from '../use-cases/find-channel';
import { describeChannel } from './describe-topup';
import { getPayingCaller } from './paying-caller';

/** GET /api/billing/channels */
export function createChannelsRoute(
  listChannels: ListOpenChannels,
): (request: Request, response: Response) => Promise<void> {
  return async (_request, response) => {
    getPayingCaller(response);
    const channels = await listChannels();
    response.set('cache-control', 'private, no-store');
    response.json({ channels: channels.map(describeChannel) });
  };
}
