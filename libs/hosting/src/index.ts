export { loadConfig, runService, runServices, type HostProcess } from './run-services';
export { defineService, type Local, type Service } from './service';
export { makeServiceEnvironment } from './service-environment';
