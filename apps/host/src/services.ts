import type { Service } from '@tollgate/hosting';
import { auditService } from '../../audit/src/service';
import { authService } from '../../auth/src/service';
import { billingService } from '../../billing/src/service';
import { edgeService } from '../../edge/src/service';
import { orgsService } from '../../orgs/src/service';
import { relayService } from '../../relay/src/service';
import { videoService } from '../../video/src/service';
import type { ServiceName } from './config';

export const services: Readonly<Record<ServiceName, Service>> = {
  audit: auditService,
  auth: authService,
  billing: billingService,
  edge: edgeService,
  orgs: orgsService,
  relay: relayService,
  video: videoService,
};
