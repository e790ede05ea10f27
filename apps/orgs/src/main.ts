import { runService } from '@tollgate/hosting';
import { orgsService } from './service';

runService(orgsService, { host: process, directory: __dirname });
