export { refuseWebhook as parseWebhook } from '../no-webhook';
