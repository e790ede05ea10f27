import { gatewayServices } from './gateway-services';
import { officeServices } from './office-services';
import { runHost } from './run-host';

const services = { ...gatewayServices, ...officeServices };
runHost({ services, host: process, directory: __dirname });
