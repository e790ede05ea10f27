import type { Service } from '@tollgate/hosting';
import { auditService } from '../../audit/src/service';
import { authService } from '../../auth/src/service';
import { billingService } from '../../billing/src/service';
import { orgsService } from '../../orgs/src/service';
import { videoService } from '../../video/src/service';
import type { ServiceName } from './config';

/** All but those of the gateway. */
export const officeServices: Readonly<Record<Exclude<ServiceName, 'edge' | 'relay'>, Service>> = {
  audit: auditService,
  auth: authService,
  billing: billingService,
  orgs: orgsService,
  video: videoService,
};
