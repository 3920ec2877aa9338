// The filtered subscription to everything: catches up, says so once, and goes on live; a checkpoint after every so many
// records looked at, matching or not, and never by time.
import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Fault, Faults } from './faults.js';
import { hasSystemRecord, type RecordPlace } from './positions.js';
import { startOf, type ReadCall } from './reading.js';
import { caughtUpResponse, checkpointResponse, confirmationResponse, eventResponse } from './records.js';
import { send } from './sending.js';
import { connectionDropped, notSupported, readerTooSlow } from './statuses.js';

type Filter = Readonly<{ prefixes: readonly string[]; regex: RegExp | null; interval: number }>;

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

  const sender = new Sender(call, filter, start, faults, fault);
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
  /** One that begins at an event has still to look at the system record after it. */
  #owesSystemRecord: boolean;

  constructor(call: ReadCall, filter: Filter, start: RecordPlace | null, faults: Faults, fault: Fault | null) {
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
      const matches = event !== undefined && (this.#filter.regex?.test(event.stream) ?? true);
      if (matches && !(await this.#event(event))) return false;
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
    this.#sent += 1;
    this.#faults.sentEvents += 1;
    return send(this.#call, eventResponse(event));
  }

  async #look(place: RecordPlace): Promise<boolean> {
    this.#looked += 1;
    if (this.#looked < this.#filter.interval || this.#isSilent()) return true;
    this.#looked = 0;
    return send(this.#call, checkpointResponse(place));
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
  return { prefixes, regex, interval: window * filter.getCheckpointintervalmultiplier() };
}
