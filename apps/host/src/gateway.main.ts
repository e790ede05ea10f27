import { gatewayServices } from './gateway-services';
import { runHost } from './run-host';

/** A host with less code in memory: the services of the gateway. */
runHost({ services: gatewayServices, host: process, directory: __dirname });
