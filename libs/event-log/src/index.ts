export { getParkedTopic, type EventLog, type IncomingEvent, type OutgoingEvent } from './event-log';
export { createEventLog, type CreateEventLogOptions } from './create-event-log';
export { createConsumerPart, readEvent } from './consumer-part';
export { PoisonEventError } from './poison-event-error';
export { createOutboxPublisher } from './outbox/outbox-publisher';
export { createAuditOutbox } from './audit-outbox';
export { recordAudit, type AuditEntry } from './record-audit';
