// Watches the servers: records which calls are answered, and looks for the cause while none is.
import type { LogServersProblem, LogServersStatus } from '../../../../domain/kernel/logServers.js';
import type { Address } from '../connection/address.js';
import { lookAtServers, type Look } from './lookAtServers.js';

const LOOK_AGAIN_MS = 5_000;
/** How often certificates are checked while calls are answered. */
const CERTIFICATE_MS = 3_600_000;
/**
 * A denied call counts as a problem for this long, although other calls are answered, and until a look finds that nothing is
 * denied: one user may read streams and not `$all`.
 */
const DENIED_MS = 10_000;
const DAY_MS = 86_400_000;

export class ServersWatch {
  readonly #address: Address;
  #problems: readonly LogServersProblem[] | null = null;
  #certificateEnds: Date | null = null;
  #lookedMs = -Infinity;
  #deniedMs = -Infinity;
  #isLooking = false;
  #isClosed = false;

  constructor(address: Address) {
    this.#address = address;
  }

  /** Records an answered call. */
  answered(): void {
    const nowMs = performance.now();
    if (this.#deniedMs > -Infinity) {
      if (nowMs - this.#deniedMs > DENIED_MS && nowMs - this.#lookedMs > LOOK_AGAIN_MS) void this.#look();
      return;
    }
    this.#problems = null;
    if (this.#address.isSecure && nowMs - this.#lookedMs > CERTIFICATE_MS) void this.#look();
  }

  /** Records a call that was not answered, or (`isDenied`) refused for missing rights. */
  failed(isDenied: boolean): void {
    this.#problems ??= [];
    if (isDenied) this.#deniedMs = performance.now();
    if (performance.now() - this.#lookedMs > LOOK_AGAIN_MS) void this.#look(isDenied);
  }

  status(members: number): LogServersStatus {
    const { hosts, isDiscovered } = this.#address;
    const ends = this.#certificateEnds?.getTime();
    return {
      problems: this.#problems,
      certificateDays: ends === undefined ? null : Math.floor((ends - Date.now()) / DAY_MS),
      isOneOfCluster: hosts.length === 1 && !isDiscovered && members > 1,
    };
  }

  close(): void {
    this.#isClosed = true;
  }

  async #look(isDenied = false): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    this.#lookedMs = performance.now();
    const { problems, certificateEnds } = await lookAtServers(this.#address).catch((): Look => NOTHING);
    this.#isLooking = false;
    this.#certificateEnds = certificateEnds ?? this.#certificateEnds;
    if (this.#problems === null) return; // answered meanwhile
    const { user } = this.#address;
    const denied: LogServersProblem[] = isDenied && user !== null ? [{ is: 'RightsMissing', user }] : [];
    this.#problems = problems.length > 0 ? problems : denied;
    if (problems.length > 0 || performance.now() - this.#deniedMs < DENIED_MS) return;
    this.#deniedMs = -Infinity; // the next answer ends it
  }
}

const NOTHING: Look = { problems: [], certificateEnds: null };
