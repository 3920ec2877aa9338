// Stored events as messages of the protocol.
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import { hasSystemRecord, wirePosition, type RecordPlace } from './positions.js';

type Raw = Readonly<{
  id: string;
  stream: string;
  revision: number;
  type: string;
  isJson: boolean;
  data: Uint8Array;
  metadata: Uint8Array;
}>;

/** .NET ticks of 100 ns since 1970, as this client expects them. */
const TICKS_PER_MS = 10_000n;

export function eventResponse(event: Recorded): ReadResp {
  const isJson = !(event.data instanceof Uint8Array);
  const raw = {
    ...event,
    isJson,
    data: isJson ? utf8(JSON.stringify(event.data)) : event.data,
    metadata: utf8(JSON.stringify(event.metadata)),
  };
  return response(raw, { n: event.position, isSystem: false });
}

/** A record such as the server writes for itself, statistics for instance. */
export function systemResponse(n: number): ReadResp {
  const raw = {
    id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    stream: '$stats-127.0.0.1:2113',
    revision: n,
    type: '$statsCollected',
    isJson: true,
    data: utf8('{"proc-mem":1}'),
    metadata: new Uint8Array(0),
  };
  return response(raw, { n, isSystem: true });
}

export function checkpointResponse(place: RecordPlace): ReadResp {
  const position = String(wirePosition(place));
  return new streamsPb.ReadResp().setCheckpoint(
    new streamsPb.ReadResp.Checkpoint().setCommitPosition(position).setPreparePosition(position),
  );
}

/** Where the record after a place begins, or will: nothing can be subscribed to from there by one number. */
export function nextCheckpointResponse({ n, isSystem }: RecordPlace): ReadResp {
  const next = isSystem || !hasSystemRecord(n) ? { n: n + 1, isSystem: false } : { n, isSystem: true };
  return new streamsPb.ReadResp().setCheckpoint(
    new streamsPb.ReadResp.Checkpoint().setCommitPosition(String(wirePosition(next))).setPreparePosition('0'),
  );
}

export function confirmationResponse(id: string): ReadResp {
  return new streamsPb.ReadResp().setConfirmation(
    new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(id),
  );
}

export function caughtUpResponse(): ReadResp {
  return new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp());
}

export function streamNotFoundResponse(stream: string): ReadResp {
  return new streamsPb.ReadResp().setStreamNotFound(
    new streamsPb.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  );
}

export function identifier(stream: string) {
  return new sharedPb.StreamIdentifier().setStreamName(utf8(stream));
}

function response(raw: Raw, place: RecordPlace): ReadResp {
  const position = String(wirePosition(place));
  const recorded = new streamsPb.ReadResp.ReadEvent.RecordedEvent()
    .setId(new sharedPb.UUID().setString(raw.id))
    .setStreamIdentifier(identifier(raw.stream))
    .setStreamRevision(String(raw.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(raw.data)
    .setCustomMetadata(raw.metadata);
  recorded
    .getMetadataMap()
    .set('type', raw.type)
    .set('created', String(BigInt(Date.now()) * TICKS_PER_MS))
    .set('content-type', raw.isJson ? 'application/json' : 'application/octet-stream');
  const event = new streamsPb.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new streamsPb.ReadResp().setEvent(event);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
