import { officeServices } from './office-services';
import { runHost } from './run-host';

/** A host with less code in memory: the services of the office. */
runHost({ services: officeServices, host: process, directory: __dirname });
