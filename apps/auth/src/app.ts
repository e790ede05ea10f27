import type { Express } from 'express';
import { createServiceApp, type ServiceAppOptions } from '@tollgate/identity';
import { operations } from './operations';

export type AppOptions = Omit<ServiceAppOptions<typeof operations>, 'operations'>;

export function createApp(options: AppOptions): Express {
  return createServiceApp({ operations, ...options });
}
