import { runService } from '@tollgate/hosting';
import { edgeService } from './service';

runService(edgeService, { host: process, directory: __dirname });
