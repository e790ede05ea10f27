import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

type Value = string | number | boolean | undefined;

/** A span as a collector receives it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, Value>>;
}

/** Fields by number: bytes of messages and texts, numbers of the rest. */
type Fields = Map<number, (Uint8Array | number)[]>;

const errorStatus = 2;

/** Reads an ExportTraceServiceRequest of OTLP. */
export function decodeTraces(body: Uint8Array): CollectedSpan[] {
  return listMessages(readFields(body), 1).flatMap((resourceSpans) => {
    const [resource] = listMessages(resourceSpans, 1);
    const service = String(readAttributes(resource, 1)['service.name']);
    return listMessages(resourceSpans, 2)
      .flatMap((scopeSpans) => listMessages(scopeSpans, 2))
      .map((span) => readSpan(span, service));
  });
}

function readSpan(span: Fields, service: string): CollectedSpan {
  const [status] = listMessages(span, 15);
  return {
    service,
    name: readText(span, 5),
    traceId: readHex(span, 1),
    spanId: readHex(span, 2),
    parentId: readHex(span, 4),
    kind: readNumber(span, 6),
    isFailed: status !== undefined && readNumber(status, 3) === errorStatus,
    attributes: readAttributes(span, 9),
  };
}

function readAttributes(message: Fields | undefined, field: number): Record<string, Value> {
  const pairs = message === undefined ? [] : listMessages(message, field);
  return Object.fromEntries(pairs.map((pair) => [readText(pair, 1), readValue(pair)]));
}

function readValue(pair: Fields): Value {
  const [value] = listMessages(pair, 2);
  if (value === undefined) return undefined;
  if (value.has(1)) return readText(value, 1);
  if (value.has(2)) return readNumber(value, 2) === 1;
  return readNumber(value, value.has(3) ? 3 : 4);
}

function readFields(bytes: Uint8Array): Fields {
  const reader = new BinaryReader(bytes);
  const fields: Fields = new Map();
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    fields.set(field, [...(fields.get(field) ?? []), readAny(reader, type)]);
  }
  return fields;
}

function readAny(reader: BinaryReader, type: WireType): Uint8Array | number {
  switch (type) {
    case WireType.LengthDelimited:
      return reader.bytes();
    case WireType.Varint:
      return Number(reader.int64());
    case WireType.Bit64:
      return reader.double();
    case WireType.Bit32:
      return reader.fixed32();
    default:
      throw new Error(`wire type ${type}`);
  }
}

function listBytes(message: Fields, field: number): Uint8Array[] {
  return (message.get(field) ?? []).filter((value) => typeof value !== 'number');
}

function listMessages(message: Fields, field: number): Fields[] {
  return listBytes(message, field).map(readFields);
}

function readText(message: Fields, field: number): string {
  return Buffer.from(listBytes(message, field)[0] ?? []).toString('utf8');
}

function readHex(message: Fields, field: number): string {
  return Buffer.from(listBytes(message, field)[0] ?? []).toString('hex');
}

function readNumber(message: Fields, field: number): number {
  return Number(message.get(field)?.[0] ?? 0);
}
