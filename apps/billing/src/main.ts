import { runService } from '@tollgate/hosting';
import { billingService } from './service';

runService(billingService, { host: process, directory: __dirname });
