// Reserves the id and writes the lines of a version, concurrently, before the event that names them.
import { randomUUID } from 'node:crypto';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { PartsReference } from '../../domain/kernel/parts.js';
import type { CommandContext } from '../kernel/context.js';
import type { Deadline } from '../kernel/deadline.js';
import type { IdAllocator, ReserveIds } from '../kernel/idAllocator.js';
import { writeParts } from '../kernel/parts.js';
import type { Transactor } from '../kernel/transact.js';
import type { CheckResult } from './document.js';

export type WrittenVersion = Readonly<{ trialBalanceId: number; lines: PartsReference }>;

type Deps = Transactor & Readonly<{ ids: IdAllocator; failPoints: FailPoints }>;

/** For one import with all its attempts after lost races: reuses the id, and the lines unless they change. */
export class VersionParts {
  private reserve: ReserveIds | null = null;
  private trialBalanceId: number | null = null;
  private lines: PartsReference | null = null;

  constructor(
    private readonly deps: Deps,
    private readonly context: CommandContext & Readonly<{ deadline: Deadline }>,
  ) {}

  /** Starts reading the last reservation of ids. */
  look(): void {
    this.reserve ??= this.deps.ids.look('trialBalance');
  }

  async write(checked: CheckResult): Promise<WrittenVersion> {
    const { deadline } = this.context;
    const [trialBalanceId, lines] = await Promise.all([
      this.trialBalanceId ?? deadline.within(this.reserveId()),
      this.lines?.hash === checked.partsHash ? this.lines : deadline.within(this.writeLines(checked)),
    ]);
    this.trialBalanceId = trialBalanceId;
    this.lines = lines;
    return { trialBalanceId, lines };
  }

  private async reserveId(): Promise<number> {
    this.look();
    const id = await this.reserve?.(1);
    if (id === undefined) throw new Error('no id was reserved');
    await this.deps.failPoints('import.idReserved');
    return id;
  }

  private async writeLines({ parts, partsHash: hash, imported }: CheckResult): Promise<PartsReference> {
    const { deps, context } = this;
    const stream = `lines-${randomUUID()}`;
    const onAppended = () => deps.failPoints('import.partWritten');
    await writeParts({ ...deps, onAppended }, context, stream, 'TrialBalanceLinesListed', parts);
    await deps.failPoints('import.partsWritten');
    return { stream, count: parts.length, lines: imported, hash };
  }
}
