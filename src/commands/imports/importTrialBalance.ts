// Imports a document, a JSON body or a file: refuses it, answers a resend, or stores a new version.
import {
  competenceRefusal,
  completeVersion,
  planImport,
  type PlanImport,
  type PlannedVersion,
} from '../../domain/books/decide.js';
import {
  isClosed,
  currentVersion,
  booksStream,
  books as booksFold,
  type Books,
  type CurrentVersion,
  hasEarlierCompetence,
} from '../../domain/books/fold.js';
import type { TrialBalanceVersioned } from '../../domain/books/events.js';
import {
  IMPACT_LISTED_MAX,
  type AffectedReconciliation,
  type Impact,
  type ImportOutcome,
  type Listed,
} from '../../domain/trialBalance/importOutcome.js';
import {
  competenceAt,
  nextCompetence,
  type Competence,
  previousCompetence,
} from '../../domain/kernel/competence.js';
import type { Decision } from '../../domain/kernel/event.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { refuse, type Problem } from '../../domain/problem.js';
import type { Chart } from '../../domain/charts/fold.js';
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import type { CheckFacts, Neighbour } from '../../domain/trialBalance/checks/checkFacts.js';
import { refusalOf, refusedFor } from '../../domain/trialBalance/refusals.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Registers } from '../../domain/registers.js';
import { chartByName } from '../registers/charts.js';
import { withDeadline, type Clock, type CommandContext, type Deadline } from '../kernel/context.js';
import type { IdAllocator } from '../kernel/idAllocator.js';
import {
  companyOf,
  recordedWarnings,
  withRecordedRefusals,
  refuseCompany,
  refuseUnknown,
  type DescribeWarning,
  type RefusalRecorder,
  type Requester,
} from './refusals.js';
import {
  chartKey,
  lineStreamsOf,
  type CheckInputs,
  type CheckResult,
  type DocumentHead,
  type DocumentReader,
  type OpenDocument,
} from './document.js';
import type { FoldedLog } from '../kernel/folds.js';
import { OwnerQueue, type Prepared, transact, type Transacted } from '../kernel/transact.js';
import type { StoredInputs } from './storedInputs.js';
import { clientOf } from '../../domain/clients/fold.js';
import { companyRulesOf } from '../../domain/reconciliation/companyRules.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import { affectedBy, planRelease } from '../../domain/reconciliation/release.js';
import { decodePart } from '../../domain/trialBalance/lines.js';
import { numbersOf, numbersOfLines, type ReadCharts } from '../competence/numbersOf.js';
import { randomUUID } from 'node:crypto';
import { freeLarge } from '../../runtime/thread.js';
import { partsAppends } from '../kernel/parts.js';

/** `seesReconciliations`: whether `impact` names them. `mapping`: of a file, instead of the saved one. */
export type ImportRequest = Requester &
  Readonly<{ validateOnly: boolean; seesReconciliations: boolean; mapping?: ColumnMapping | null }>;

/** @throws DomainError with the problem to be answered */
export type ImportTrialBalance = (
  document: OpenDocument,
  request: ImportRequest,
  context: CommandContext,
) => Promise<ImportResult>;

export type ImporterDeps = RefusalRecorder &
  Readonly<{
    registers: Registers;
    ids: IdAllocator;
    stored: StoredInputs;
    failPoints: FailPoints;
    describeWarning: DescribeWarning;
  }>;

/** What the decision needs in addition to the books; gathered again after a lost race. */
type Facts = Readonly<{ chart: Chart | null; checked: CheckResult | null }>;

type Outcome =
  /** `resendOf`: the version that has this content already. */
  | Readonly<{
      is: 'Accepted';
      resendOf: CurrentVersion | null;
      version: number;
      checked: CheckResult;
      chart: Chart;
    }>
  | Readonly<{ is: 'Refused'; problem: Problem }>;

export function createImporter(deps: ImporterDeps): ImportTrialBalance {
  // Imports of one company run one at a time within a process; between processes the stream's revision decides.
  const queue = new OwnerQueue();

  return async (document, request, requestContext) => {
    const context = withDeadline(requestContext, deps.clock);
    const { head } = document;
    const company = companyOf(deps.registers, request, head);
    return withRecordedRefusals(deps, context, request, company, head, async () => {
      const competence = requireValidFields(head);
      await deps.failPoints('import.parsed');
      if (company === null) return refuseUnknown(head);
      refuseCompany(company, head);
      await deps.failPoints('import.resolved');
      const run = new ImportRun(deps, document, company, competence, request, context);
      return queue.run(company.companyId, () => run.result(), context.deadline);
    });
  };
}

/** Transfers the body, unusable afterwards. @throws DomainError to be answered; `BodyInvalid` is not recorded */
export type ImportJson = ReturnType<typeof createJsonImporter>;

export function createJsonImporter(
  documents: DocumentReader,
  importTrialBalance: ImportTrialBalance,
  clock: Clock,
) {
  return async (body: ArrayBuffer, request: ImportRequest, requestContext: CommandContext) => {
    const context = withDeadline(requestContext, clock);
    const document = await documents.openJson(body);
    try {
      return await importTrialBalance(document, request, context);
    } finally {
      document.release();
    }
  };
}

/** One import, with what it keeps between attempts after a lost race. */
class ImportRun {
  /** Kept unless the check ends differently: a repeated append of the same lines is stored once. */
  #lines: VersionLines | null = null;
  #trialBalanceId: number | null = null;
  #chart: Promise<Chart | null> = Promise.resolve(null);
  readonly #stream: string;
  readonly #inTime = <Result>(call: Promise<Result>): Promise<Result> => this.context.deadline.within(call);

  constructor(
    private readonly deps: ImporterDeps,
    private readonly document: OpenDocument,
    private readonly company: CompanyFacts,
    private readonly competence: Competence,
    private readonly request: ImportRequest,
    private readonly context: CommandContext & Readonly<{ deadline: Deadline }>,
  ) {
    this.#stream = booksStream(company.companyId);
  }

  async result(): Promise<ImportResult> {
    const { validateOnly } = this.request;
    const { outcome, position } = validateOnly ? await this.#decideOnly() : await this.#committed();
    if (outcome.is === 'Refused') return refuse(outcome.problem);
    const { resendOf, version, checked, chart } = outcome;
    const trialBalanceId = resendOf?.trialBalanceId ?? this.#trialBalanceId;
    if (position !== null) {
      if (this.#lines) this.deps.stored.keep(this.#lines.reference.stream, checked.parts);
      await this.deps.failPoints('import.committed');
    }
    const impact = validateOnly ? await this.#impact(checked, chart) : null;
    freeLarge([...checked.parts, ...checked.leftOut.parts]);
    return {
      resend: resendOf !== null,
      trialBalanceId,
      version: trialBalanceId === null ? null : version,
      convention: resendOf?.convention ?? checked.convention,
      received: checked.received,
      imported: checked.imported,
      ignoredNotInChart: checked.ignoredNotInChart,
      ignoredNotReconciled: checked.ignoredNotReconciled,
      warnings: checked.warnings,
      changes: validateOnly ? checked.changes : null,
      impact,
      position,
    };
  }

  async #impact(checked: CheckResult, { chartId }: Chart): Promise<Impact> {
    const after = { next: nextCompetence(this.competence), continuity: checked.nextBreaks };
    if (!this.request.seesReconciliations) return { ...after, reconciliations: null };
    const finding = affectedReconciliations(this.deps, this.company, this.competence, chartId, checked);
    return { ...after, reconciliations: await this.#inTime(finding) };
  }

  #committed(): Promise<Transacted<Outcome>> {
    return transact<Books, Facts, TrialBalanceVersioned, Outcome, PlannedVersion>(this.deps, this.context, {
      stream: this.#stream,
      fold: booksFold,
      alongside: () => this.#loadChart(),
      gather: (books) => this.#gather(books),
      decide: (books, facts) => this.#decide(books, facts),
      ids: { allocator: this.deps.ids, kind: 'trialBalance', count: () => 1 },
      prepare: (planned, { checked }, firstId) => this.#prepare(planned, checked, firstId),
    });
  }

  /** Decides without writing anything, for `validateOnly`. */
  async #decideOnly(): Promise<{ outcome: Outcome; position: null }> {
    const loading = this.deps.folds.load(this.#stream, booksFold);
    this.#loadChart();
    const { state } = await this.#inTime(loading);
    const facts = await this.#gather(state);
    return { outcome: this.#decide(state, facts).outcome, position: null };
  }

  #loadChart(): void {
    this.#chart = chartByName(this.deps, this.company.companyId, this.document.head.chartName ?? '');
    this.#chart.catch(() => undefined); // an import into a closed month does not wait for it
  }

  async #gather(books: Books): Promise<Facts> {
    if (isClosed(books, this.competence)) return { chart: null, checked: null };
    const chart = await this.#inTime(this.#chart);
    const facts = { ...this.#checkFacts(books, chart), includeLines: await this.#includeLines() };
    const checked = await this.document.check(facts, await this.#inputsOf(facts, chart));
    await this.deps.failPoints('import.checked');
    return { chart, checked };
  }

  #checkFacts(books: Books, chart: Chart | null): Omit<CheckFacts, 'includeLines'> {
    const { competence, request, document } = this;
    const month = (of: Competence): Neighbour | null => {
      const version = currentVersion(books, of);
      return version && { ...version, competence: of };
    };
    return {
      cnpj: this.company.cnpj,
      competence,
      chartName: document.head.chartName ?? '',
      chart,
      currentMonth: competenceAt(this.deps.clock.now()),
      previous:
        month(previousCompetence(competence)) ??
        (hasEarlierCompetence(books, competence) ? 'notImported' : 'first'),
      next: month(nextCompetence(competence)),
      current: request.validateOnly ? month(competence) : null,
      includeChanges: request.validateOnly,
    };
  }

  /** A dry run needs the lines only for the reconciliations of a released month. */
  async #includeLines(): Promise<boolean> {
    const { validateOnly, seesReconciliations } = this.request;
    if (!validateOnly || !seesReconciliations) return !validateOnly;
    const stream = reconciliationsStream(this.company.companyId, this.competence);
    const { state } = await this.#inTime(this.deps.folds.load(stream, reconciliationsFold));
    return state.released !== null;
  }

  async #inputsOf(facts: CheckFacts, chart: Chart | null): Promise<CheckInputs> {
    const { stored } = this.deps;
    const inputs: [string, Promise<readonly Uint8Array[]>][] = lineStreamsOf(facts).map((stream) => [
      stream,
      stored.lines(stream),
    ]);
    if (chart !== null) inputs.push([chartKey(chart), stored.chart(chart)]);
    const loading = inputs.map(async ([key, parts]) => [key, await parts] as const);
    return new Map(await this.#inTime(Promise.all(loading)));
  }

  #decide(books: Books, { chart, checked }: Facts): Decision<PlannedVersion, Outcome> {
    const content = checked && refusalOf(checked);
    if (!checked || !chart || content) {
      const problem = competenceRefusal(books, this.competence, null) ?? content;
      if (!problem) throw new Error('an import without a chart, or not checked, must have been refused');
      return { events: [], outcome: { is: 'Refused', problem } };
    }
    const { events, outcome } = planImport(books, this.#command(chart, checked));
    if (outcome.is === 'Refused') return { events: [], outcome };
    const resendOf = outcome.is === 'Resend' ? currentVersion(books, this.competence) : null;
    return { events, outcome: { is: 'Accepted', resendOf, version: outcome.version, checked, chart } };
  }

  #command(chart: Chart, checked: CheckResult): PlanImport {
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
      ...recordedWarnings(checked.warnings, this.deps.describeWarning),
    };
  }

  async #prepare(
    planned: readonly PlannedVersion[],
    checked: CheckResult | null,
    trialBalanceId: number,
  ): Promise<Prepared<TrialBalanceVersioned>> {
    if (!checked) throw new Error('only an accepted import is prepared');
    if (this.#lines === null || !areOf(this.#lines, checked))
      this.#lines = versionLines(this.deps.clock, this.context, checked);
    const { reference: lines, leftOut, appends: parts } = this.#lines;
    this.#trialBalanceId = trialBalanceId;
    await this.deps.failPoints('import.decided');
    return { events: planned.map((each) => completeVersion(each, { trialBalanceId, lines, leftOut })), parts };
  }
}

/** Whether the check ended with the same lines again. */
function areOf({ reference, leftOut }: VersionLines, checked: CheckResult): boolean {
  const isSame = reference.hash === checked.partsHash;
  return isSame && (leftOut === undefined ? checked.leftOut.lines === 0 : leftOut.hash === checked.leftOut.hash);
}

/** Refuses invalid fields, all in one answer, before company or chart are loaded. */
function requireValidFields(head: DocumentHead): Competence {
  const refusal = refusalOf(head);
  if (refusal !== null || head.competence === null) return refuse(refusal ?? refusedFor());
  return head.competence;
}

/** `position`: of the appended event; null when none was appended. */
export type ImportResult = ImportOutcome & Readonly<{ position: number | null }>;

/**
 * The reconciliations whose work a version would undo once it is released, by ascending id: the release is
 * planned, not decided.
 * @param checked of an accepted document: its parts name accounts of the chart only
 */
async function affectedReconciliations(
  deps: FoldedLog,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  competence: Competence,
  chartId: number,
  { parts, convention }: Pick<CheckResult, 'parts' | 'convention'>,
): Promise<Listed<AffectedReconciliation>> {
  const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  // Without lines the month was not released when the document was checked: it may have been since.
  if (state.released === null || parts.length === 0) return { items: [], total: 0 };
  const { state: settings } = await deps.folds.load(...clientOf(clientId));
  const charts: ReadCharts = new Map();
  const newest = await numbersOfLines(deps, { chartId, convention }, parts.flatMap(decodePart), charts);
  const before = await numbersOf(deps, state.released, charts);
  const plan = planRelease(state, newest, before, companyRulesOf(settings, companyId));
  const items = affectedBy(plan, state, before);
  return { items: items.slice(0, IMPACT_LISTED_MAX), total: items.length };
}

/** The lines of a version, stored before the event that names them. `leftOut`: those that do not enter. */
type VersionLines = Readonly<ReturnType<typeof versionLines>>;

/** The lines as the check left them, those that enter and the others each in a stream of their own. */
function versionLines(
  clock: Clock,
  context: CommandContext,
  { parts, partsHash: hash, imported, leftOut }: CheckResult,
) {
  const stream = newStream();
  const appends = partsAppends(clock, context, stream, 'TrialBalanceLinesListed', parts);
  const reference = { stream, count: parts.length, lines: imported, hash };
  if (leftOut.lines === 0) return { reference, leftOut: undefined, appends };
  const beside = newStream();
  return {
    reference,
    leftOut: { stream: beside, count: leftOut.parts.length, lines: leftOut.lines, hash: leftOut.hash },
    appends: [...appends, ...partsAppends(clock, context, beside, 'TrialBalanceLinesLeftOut', leftOut.parts)],
  };
}

function newStream(): string {
  return `lines-${randomUUID()}`;
}
