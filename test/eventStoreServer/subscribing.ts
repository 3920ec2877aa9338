// The filtered subscription to everything: catches up, says so once, and goes on live; a checkpoint after every so
// many records looked at, matching or not, and never by time. Its place after a position it finds as servers of
// 23.10 do: it looks from there on for one match within the window, and begins after it, although it may not be
// the one at the position. Checkpoints while it catches up name what comes next, as those servers do, unless a
// match was just before.
import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../src/domain/kernel/log.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Fault, Faults } from './faults.js';
import { hasSystemRecord, type RecordPlace } from './positions.js';
import { startOf, type ReadCall } from './reading.js';
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  nextCheckpointResponse,
} from './records.js';
import { send } from './sending.js';
import { connectionDropped, notSupported, readerTooSlow } from './statuses.js';

type Filter = Readonly<{
  prefixes: readonly string[];
  regex: RegExp | null;
  window: number;
  interval: number;
}>;

const WINDOW = 32;

export async function subscribeToAll(
  log: EventLog,
  call: ReadCall,
  options: ReadReq.Options,
  faults: Faults,
  fault: Fault | null,
): Promise<void> {
  const filter = filterOf(options);
  const start = startOf(options, await log.head());
  if (start === 'end') throw notSupported('Subscribing from the end');
  const ended = new AbortController();
  call.on('cancelled', () => ended.abort()).on('close', () => ended.abort());
  await send(call, confirmationResponse(randomUUID()));

  const passedOver = await lookedThrough(log, filter, start);
  const sender = new Sender(call, filter, start, faults, fault, passedOver);
  for await (const batch of log.subscribe(start?.n ?? 0, filter.prefixes, ended.signal))
    if (!(await sender.pass(batch.events, batch.position, batch.caughtUp))) return;
}

class Sender {
  readonly #call: ReadCall;
  readonly #filter: Filter;
  readonly #faults: Faults;
  readonly #fault: Fault | null;
  #looked = 0;
  #sent = 0;
  #n: number;
  #isLive = false;
  /** The last match since the last checkpoint. */
  #matched: RecordPlace | null = null;
  /** One that begins at an event has still to look at the system record after it. */
  #owesSystemRecord: boolean;
  #passesOver: number;

  constructor(
    call: ReadCall,
    filter: Filter,
    start: RecordPlace | null,
    faults: Faults,
    fault: Fault | null,
    passesOver: number,
  ) {
    this.#passesOver = passesOver;
    this.#faults = faults;
    this.#call = call;
    this.#filter = filter;
    this.#fault = fault;
    this.#n = start?.n ?? 0;
    this.#owesSystemRecord = start?.isSystem === false && hasSystemRecord(start.n);
  }

  /** False once the reader is gone. */
  async pass(events: readonly Recorded[], upTo: number, caughtUp: boolean): Promise<boolean> {
    if (this.#owesSystemRecord && !(await this.#look({ n: this.#n, isSystem: true }))) return false;
    this.#owesSystemRecord = false;
    const byPlace = new Map(events.map((event) => [event.position, event]));
    while (this.#n < upTo) {
      this.#n += 1;
      const event = byPlace.get(this.#n);
      if (event !== undefined && matches(this.#filter, event.stream)) {
        const isPassedOver = this.#passesOver > 0;
        this.#passesOver = 0;
        if (!isPassedOver && !(await this.#event(event))) return false;
      }
      if (!(await this.#look({ n: this.#n, isSystem: false }))) return false;
      if (hasSystemRecord(this.#n) && !(await this.#look({ n: this.#n, isSystem: true }))) return false;
    }
    if (!caughtUp || this.#isLive || this.#isSilent()) return true;
    this.#isLive = true;
    return send(this.#call, caughtUpResponse());
  }

  async #event(event: Recorded): Promise<boolean> {
    const fault = this.#fault;
    if (fault?.is === 'cutAfterEvents' && this.#sent >= fault.count)
      throw fault.tooSlow === true ? readerTooSlow() : connectionDropped();
    if (this.#isSilent()) return true;
    this.#matched = { n: event.position, isSystem: false };
    this.#sent += 1;
    this.#faults.sentEvents += 1;
    return send(this.#call, eventResponse(event));
  }

  async #look(place: RecordPlace): Promise<boolean> {
    this.#passesOver = Math.max(0, this.#passesOver - 1);
    this.#looked += 1;
    if (this.#looked < this.#filter.interval || this.#isSilent()) return true;
    this.#looked = 0;
    const match = this.#matched;
    this.#matched = null;
    if (this.#isLive) return send(this.#call, checkpointResponse(place));
    return send(this.#call, match === null ? nextCheckpointResponse(place) : checkpointResponse(match));
  }

  #isSilent(): boolean {
    return this.#fault?.is === 'silentAfterEvents' && this.#sent >= this.#fault.count;
  }
}

function filterOf(options: ReadReq.Options): Filter {
  const filter = options.getFilter();
  const streams = filter?.getStreamIdentifier();
  if (filter === undefined || streams === undefined) throw notSupported('Subscribing without a filter by stream');
  const window = filter.hasMax() ? filter.getMax() : WINDOW;
  const regex = streams.getRegex() === '' ? null : new RegExp(streams.getRegex());
  const prefixes = regex === null ? streams.getPrefixList() : [''];
  return { prefixes, regex, window, interval: window * filter.getCheckpointintervalmultiplier() };
}

function matches({ prefixes, regex }: Filter, stream: string): boolean {
  return regex === null ? prefixes.some((prefix) => stream.startsWith(prefix)) : regex.test(stream);
}

/** How many records after the place are still looked at for the one match that is passed over. */
async function lookedThrough(log: EventLog, filter: Filter, start: RecordPlace | null): Promise<number> {
  if (start === null) return 0;
  if (!start.isSystem)
    for await (const { events } of log.subscribe(start.n - 1, [''], new AbortController().signal)) {
      if (matches(filter, events[0]?.stream ?? '')) return 0;
      break;
    }
  return filter.window - 1;
}
