import { runService } from '@tollgate/hosting';
import { simulatorService } from './service';

runService(simulatorService, { host: process, directory: __dirname });
