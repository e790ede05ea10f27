import type { RequestHandler } from 'express';
import { getPayingCaller } from '../shared/paying-caller.http';
import { describeChannel } from './describe-topup';
import type { ListOpenChannels } from './find-channel';

/** GET /api/billing/channels */
export function createChannelsRoute(listChannels: ListOpenChannels): RequestHandler {
  return async (_request, response) => {
    getPayingCaller(response);
    const channels = await listChannels();
    response.json({ channels: channels.map(describeChannel) });
  };
}
