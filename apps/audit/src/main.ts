import { runService } from '@tollgate/hosting';
import { auditService } from './service';

runService(auditService, { host: process, directory: __dirname });
