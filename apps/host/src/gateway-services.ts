import type { Service } from '@tollgate/hosting';
import { edgeService } from '../../edge/src/service';
import { relayService } from '../../relay/src/service';

/** Those that every model call passes. */
export const gatewayServices: Readonly<Record<'edge' | 'relay', Service>> = {
  edge: edgeService,
  relay: relayService,
};
