import { startService } from '@tollgate/lifecycle';
import { simulatorConfig } from './config';
import { wireSimulator } from './wiring';

startService({ definition: simulatorConfig, host: process, wire: wireSimulator });
