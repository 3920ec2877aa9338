// The one import path: whatever the document was, it is refused, found to be a resend, or stored as a new version.
import {
  competenceRefusal,
  completeVersion,
  planImport,
  type PlanImport,
  type PlannedVersion,
} from '../../domain/books/decide.js';
import {
  hasEarlierCompetence,
  isClosed,
  currentVersion,
  booksStream,
  books as booksFold,
  type Books,
} from '../../domain/books/fold.js';
import type { TrialBalanceVersioned } from '../../domain/books/events.js';
import type { PartsReference } from '../../domain/kernel/parts.js';
import type { Warning } from '../../domain/trialBalance/refusals.js';
import {
  competenceAt,
  nextCompetence,
  previousCompetence,
  type Competence,
} from '../../domain/kernel/competence.js';
import type { Decision } from '../../domain/kernel/decider.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { DomainError, refuse, type Problem } from '../../domain/problem.js';
import type { Chart } from '../../domain/charts/fold.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Registers } from '../../domain/registers.js';
import { chartByName, readChartParts } from '../registers/charts.js';
import type { CommandContext } from '../kernel/context.js';
import { withDeadline, type Deadline } from '../kernel/deadline.js';
import type { IdAllocator } from '../kernel/idAllocator.js';
import { companyOf, refuseCompany } from './importCompany.js';
import {
  inputKey,
  type CheckFacts,
  type CheckInput,
  type CheckResult,
  type DocumentHead,
  type Neighbour,
  type OpenDocument,
} from './document.js';
import { readParts, writeParts } from '../kernel/parts.js';
import { createQueues } from '../kernel/queues.js';
import { recordRefusal, type RefusalRecorder } from './recordRefusal.js';
import { transact, type Transacted } from '../kernel/transact.js';

/**
 * What the content of a stored version was judged on, so that it need not be judged again while nothing of it changed.
 * `company` is the registers' own record, compared by identity.
 */
export type ImportBasis = Readonly<{
  company: CompanyFacts;
  booksRevision: number;
  chartId: number;
  chartVersion: number;
  currentMonth: Competence;
}>;

/** Counters and warnings are those of this request, also on a resend. */
export type ImportResult = Readonly<{
  resend: boolean;
  /** null only with `validateOnly` and content that is new. */
  trialBalanceId: number | null;
  received: number;
  imported: number;
  ignoredNotInChart: number;
  ignoredNotReconciled: number;
  warnings: readonly Warning[];
  /** Accounts against the current version; null unless `validateOnly`. */
  changes: Readonly<{ added: number; changed: number; removed: number }> | null;
  /** Of the fact this import appended; null when it appended none. */
  position: number | null;
  /** What the answer holds on; null with `validateOnly`. */
  basis: ImportBasis | null;
}>;

export type ImportRequest = Readonly<{ clientId: number; validateOnly: boolean }>;

/** @throws DomainError with the problem to be answered */
export type ImportTrialBalance = (
  document: OpenDocument,
  request: ImportRequest,
  context: CommandContext,
) => Promise<ImportResult>;

export type ImporterDeps = RefusalRecorder &
  Readonly<{ registers: Registers; ids: IdAllocator; failPoints: FailPoints }>;

/** What the decision is taken on beside the books; asked again after a lost race. */
type Facts = Readonly<{ chart: Chart | null; checked: CheckResult | null }>;

type Outcome =
  /** `resendOf`: the version that has this content already. */
  | Readonly<{ is: 'Accepted'; resendOf: number | null; checked: CheckResult; chart: Chart }>
  | Readonly<{ is: 'Refused'; problem: Problem }>;

export function createImporter(deps: ImporterDeps): ImportTrialBalance {
  // Imports of one company take turns inside a process; between processes the stream's revision decides.
  const turns = createQueues<number>();

  return async (document, request, given) => {
    const context = withDeadline(given, deps.clock);
    const competence = fieldsInOrder(document.head);
    await deps.failPoints('import.parsed');
    const company = companyOf(deps.registers, request.clientId, document.head);
    try {
      refuseCompany(company, document.head);
      await deps.failPoints('import.resolved');
      const run = new ImportRun(deps, document, company, competence, request, context);
      return await turns.run(company.companyId, () => run.result(), context.deadline);
    } catch (error) {
      if (error instanceof DomainError && !request.validateOnly)
        await recordRefusal(deps, context, company, competence, document.head.source, error.problem);
      throw error;
    }
  };
}

/** One import in its turn, and what it keeps from one attempt to the next after a lost race. */
class ImportRun {
  /** Lines written under an id of their own stay good for the next attempt as long as their hash is the same. */
  private written: Readonly<{ trialBalanceId: number; lines: PartsReference }> | null = null;
  private readonly inputs = new Map<string, readonly Uint8Array[]>();
  private readonly stream: string;
  private readonly inTime = <Result>(call: Promise<Result>): Promise<Result> => this.context.deadline.within(call);

  constructor(
    private readonly deps: ImporterDeps,
    private readonly document: OpenDocument,
    private readonly company: CompanyFacts,
    private readonly competence: Competence,
    private readonly request: ImportRequest,
    private readonly context: CommandContext & Readonly<{ deadline: Deadline }>,
  ) {
    this.stream = booksStream(company.companyId);
  }

  async result(): Promise<ImportResult> {
    const { validateOnly } = this.request;
    const { outcome, position, revision } = validateOnly ? await this.onlyDecided() : await this.committed();
    if (outcome.is === 'Refused') return refuse(outcome.problem);
    if (position !== null) await this.deps.failPoints('import.committed');
    const { resendOf, checked, chart } = outcome;
    return {
      resend: resendOf !== null,
      trialBalanceId: resendOf ?? (validateOnly ? null : (this.written?.trialBalanceId ?? null)),
      received: checked.received,
      imported: checked.imported,
      ignoredNotInChart: checked.ignoredNotInChart,
      ignoredNotReconciled: checked.ignoredNotReconciled,
      warnings: checked.warnings,
      changes: validateOnly ? checked.changes : null,
      position,
      basis: revision === null ? null : this.basis(chart, revision),
    };
  }

  private basis({ chartId, version }: Chart, booksRevision: number): ImportBasis {
    const currentMonth = competenceAt(this.deps.clock.now());
    return { company: this.company, booksRevision, chartId, chartVersion: version, currentMonth };
  }

  private committed(): Promise<Transacted<Outcome>> {
    return transact<Books, Facts, TrialBalanceVersioned, Outcome, PlannedVersion>(this.deps, this.context, {
      stream: this.stream,
      fold: booksFold,
      gather: (books) => this.gather(books),
      decide: (books, facts) => this.decide(books, facts),
      prepare: (decision, _, facts) => this.prepare(decision, facts),
    });
  }

  /** The same decision without its consequences. */
  private async onlyDecided(): Promise<{ outcome: Outcome; position: null; revision: null }> {
    const { state } = await this.inTime(this.deps.folds.load(this.stream, booksFold));
    const facts = await this.gather(state);
    return { outcome: this.decide(state, facts).outcome, position: null, revision: null };
  }

  private async gather(books: Books): Promise<Facts> {
    if (isClosed(books, this.competence)) return { chart: null, checked: null };
    const { companyId } = this.company;
    const chart = await this.inTime(chartByName(this.deps, companyId, this.document.head.chartName ?? ''));
    const checked = await this.check(this.checkFacts(books, chart));
    await this.deps.failPoints('import.checked');
    return { chart, checked };
  }

  /** Loads what the check lacks. What was loaded stays, so this ends after one load of each. */
  private async check(facts: CheckFacts): Promise<CheckResult> {
    for (;;) {
      const result = await this.document.check(facts, this.inputs);
      if (!('missing' in result)) return result;
      await Promise.all(
        result.missing.map(async (input) => this.inputs.set(inputKey(input), await this.load(input))),
      );
    }
  }

  private load(input: CheckInput): Promise<readonly Uint8Array[]> {
    if (input.is !== 'chart') return this.inTime(readParts(this.deps.log, input.linesStream));
    return this.inTime(readChartParts(this.deps, input.chartId, input.version));
  }

  private checkFacts(books: Books, chart: Chart | null): CheckFacts {
    const { competence, request } = this;
    const month = (of: Competence): Neighbour | null => {
      const version = currentVersion(books, of);
      return version && { ...version, competence: of };
    };
    return {
      cnpj: this.company.cnpj,
      competence,
      currentMonth: competenceAt(this.deps.clock.now()),
      chartName: this.document.head.chartName ?? '',
      chart,
      previous:
        month(previousCompetence(competence)) ??
        (hasEarlierCompetence(books, competence) ? 'notImported' : 'first'),
      next: month(nextCompetence(competence)),
      current: request.validateOnly ? month(competence) : null,
      wantsChanges: request.validateOnly,
    };
  }

  private decide(books: Books, { chart, checked }: Facts): Decision<PlannedVersion, Outcome> {
    const content = checked && refusalOf(checked);
    if (!checked || !chart || content) {
      const problem = competenceRefusal(books, this.competence, null) ?? content;
      if (!problem) throw new Error('an import without a chart, or not checked, must have been refused');
      return { events: [], outcome: { is: 'Refused', problem } };
    }
    const { events, outcome } = planImport(books, this.command(chart, checked));
    if (outcome.is === 'Refused') return { events: [], outcome };
    const resendOf = outcome.is === 'Resend' ? outcome.trialBalanceId : null;
    return { events, outcome: { is: 'Accepted', resendOf, checked, chart } };
  }

  private command(chart: Chart, checked: CheckResult): PlanImport {
    const { companyId, clientId, cnpj } = this.company;
    return {
      companyId,
      clientId,
      cnpj,
      competence: this.competence,
      chartId: chart.chartId,
      chartName: chart.name,
      chartVersion: chart.version,
      contentHash: checked.contentHash,
      lineCount: checked.imported,
      received: checked.received,
      ignoredNotInChart: checked.ignoredNotInChart,
      ignoredNotReconciled: checked.ignoredNotReconciled,
      convention: checked.convention,
      source: this.document.head.source,
    };
  }

  /** The plan stays as it was decided: if the books moved on meanwhile, the append loses its race. */
  private async prepare(
    { events, outcome }: Decision<PlannedVersion, Outcome>,
    { checked }: Facts,
  ): Promise<Decision<TrialBalanceVersioned, Outcome>> {
    if (!checked) throw new Error('only an accepted import is prepared');
    if (this.written?.lines.hash !== checked.partsHash) this.written = await this.writeLines(checked);
    const { written } = this;
    await this.deps.failPoints('import.decided');
    return { events: events.map((planned) => completeVersion(planned, written)), outcome };
  }

  private async writeLines(checked: CheckResult): Promise<{ trialBalanceId: number; lines: PartsReference }> {
    const { deps, context } = this;
    const trialBalanceId = await this.inTime(deps.ids.reserve('trialBalance', 1));
    await deps.failPoints('import.idReserved');
    const stream = `lines-${trialBalanceId}`;
    const onAppended = () => deps.failPoints('import.partWritten');
    const type = 'TrialBalanceLinesListed';
    await this.inTime(writeParts({ ...deps, onAppended }, context, stream, type, checked.parts));
    await deps.failPoints('import.partsWritten');
    const { partsHash: hash, imported } = checked;
    return { trialBalanceId, lines: { stream, count: checked.parts.length, lines: imported, hash } };
  }
}

/** The fields' refusals, all in one answer, before anything is looked up. */
function fieldsInOrder(head: DocumentHead): Competence {
  const { reasons, lineErrors, lineErrorCount, competence } = head;
  if (reasons.length > 0 || lineErrorCount > 0 || competence === null)
    return refuse({ is: 'ImportRefused', reasons, lineErrors, lineErrorCount });
  return competence;
}

function refusalOf({ reasons, lineErrors, lineErrorCount }: CheckResult): Problem | null {
  if (reasons.length === 0 && lineErrorCount === 0) return null;
  return { is: 'ImportRefused', reasons, lineErrors, lineErrorCount };
}
