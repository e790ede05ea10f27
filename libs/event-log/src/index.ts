export {
  getParkedTopic,
  type EventLog,
  type IncomingEvent,
  type OutgoingEvent,
  type SubscribeOptions,
  type Subscription,
} from './event-log';
export { createEventLog, type CreateEventLogOptions } from './create-event-log';
export { createConsumerPart, readEvent, type ConsumerPartOptions } from './consumer-part';
export { PoisonEventError } from './poison-event-error';
export { createOutboxPublisher, type OutboxPublisherOptions } from './outbox/outbox-publisher';
export { outboxTableSql } from './outbox/outbox-table';
export { writeOutbox } from './outbox/write-outbox';
export { recordAudit, type AuditEntry } from './record-audit';
