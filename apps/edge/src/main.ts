import { startService } from '@tollgate/lifecycle';
import { edgeConfig } from './config';
import { wireEdge } from './wiring';

startService({ definition: edgeConfig, host: process, wire: wireEdge });
