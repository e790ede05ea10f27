import type { RequestHandler } from 'express';
import type { ListOpenChannels } from '../use-cases/find-channel';
import { describeChannel } from './describe-topup';
import { getPayingCaller } from './paying-caller';

/** GET /api/billing/channels */
export function createChannelsRoute(listChannels: ListOpenChannels): RequestHandler {
  return async (_request, response) => {
    getPayingCaller(response);
    const channels = await listChannels();
    response.json({ channels: channels.map(describeChannel) });
  };
}
