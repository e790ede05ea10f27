import { runService } from '@tollgate/hosting';
import { relayService } from './service';

runService(relayService, { host: process, directory: __dirname });
