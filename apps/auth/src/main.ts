import { runService } from '@tollgate/hosting';
import { authService } from './service';

runService(authService, { host: process, directory: __dirname });
