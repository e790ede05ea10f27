import { runService } from '@tollgate/hosting';
import { videoService } from './service';

runService(videoService, { host: process, directory: __dirname });
