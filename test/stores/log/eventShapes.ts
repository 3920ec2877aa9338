// Today's shape of every event, exactly: no member more or less. The compiler holds each against its type in
// src/domain, the golden samples are held against each at run time; a shape that changes by accident fails one of
// them.
import { z } from 'zod';
import { approvalReasons } from '../../../src/domain/clients/rules.js';
import { valuesOf } from '../../../src/domain/kernel/vocabulary.js';
import type { AnyEvent } from '../../../src/domain/upcasters.js';
import {
  itemSources,
  type ActedColumns,
  type ReleasedColumns,
} from '../../../src/domain/reconciliation/events.js';
import { moves } from '../../../src/domain/reconciliation/transitions.js';
import { reconciliationStatuses } from '../../../src/domain/reconciliation/states.js';
import type { LeftOutLineColumns, TrialBalanceLineColumns } from '../../../src/domain/books/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { companyStatuses, taxRegimes } from '../../../src/domain/clients/events.js';
import { roles, WRITERS } from '../../../src/domain/clients/roles.js';
import { scheduleKindValues } from '../../../src/domain/books/schedules.js';
import { scopes } from '../../../src/domain/apiKeys.js';
import { accountKinds, natures, type Account } from '../../../src/domain/charts/events.js';
import { publicEventTypes } from '../../../src/domain/webhooks/eventTypes.js';

const id = z.number().int().positive();
const count = z.number().int().min(0);
const cents = z.number().int();
const ofCompany = { companyId: id, clientId: id };
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const time = z.iso.datetime({ precision: 3 });
const cnpj = z.string().regex(/^[0-9A-Z]{12}[0-9]{2}$/);
const competence = z.custom<Competence>((text) => /^20\d\d-(0[1-9]|1[0-2])$|^2100-/.test(String(text)));
const environment = z.enum(['staging', 'production']);
const parts = z.strictObject({ stream: z.string(), count, lines: count, hash });
const file = z.enum(['csv', 'txt', 'xml', 'xlsx', 'xls', 'html', 'ecd', 'unknown']);
const source = z.union([
  z.strictObject({ kind: z.literal('json') }),
  z.strictObject({ kind: file, name: z.string(), sha256: hash, size: count }),
]);
const heading = z.string().min(1);
const maybe = heading.exactOptional();
const company = z.strictObject({
  ...ofCompany,
  cnpj,
  legalName: z.string(),
  tradeName: z.string(),
  taxRegime: z.enum(valuesOf(taxRegimes)),
  status: z.enum(valuesOf(companyStatuses)),
  parentCompanyId: id.nullable(),
  modules: z.array(z.enum(['RECONCILIATION'])),
});
const ofWebhook = { webhookId: z.uuid(), clientId: id };
const publicEvents = z.array(z.enum(publicEventTypes));
const base64 = z.string().regex(/^[A-Za-z0-9+/]+=*$/);
const sealedSecret = z.strictObject({ nonce: base64, ciphertext: base64, tag: base64 });
const idempotency = z.strictObject({ key: z.uuid(), bodyHash: hash });
const person = { clientId: id, personId: z.uuid() };
const grants = z.array(
  z.strictObject({
    role: z.enum(roles),
    companyIds: z.array(id).nullable(),
  }),
);
const account = z.strictObject({
  accountId: id,
  code: z.string(),
  shortCode: z.string(),
  description: z.string(),
  kind: z.enum(valuesOf(accountKinds)),
  nature: z.enum(natures),
  classification: z.string(),
  department: z.string(),
  sector: z.string(),
  requiresReconciliation: z.boolean(),
});

const statuses = z.array(z.enum(reconciliationStatuses));
const people = z.array(z.string().nullable());
const deadlines = z.strictObject({ preparer: time, reviewer: time, approver: time });
const actedColumns = {
  reconciliationId: z.array(id),
  accountCode: z.array(z.string()),
  accountName: z.array(z.string()),
  from: statuses,
  status: statuses,
  ownerId: people,
  acceptedDifferenceCents: z.array(cents).exactOptional(),
};
const acted = {
  ...ofCompany,
  competence,
  items: z.strictObject(actedColumns).nullable(),
  parts: parts.nullable(),
};

const compositionItem = z.strictObject({
  id: z.uuid(),
  description: z.string(),
  date,
  amountCents: cents,
  document: z.string().nullable(),
  origin: competence,
  settledOn: date.nullable(),
  source: z.enum(itemSources).exactOptional(),
});
/** Of reconciliations that each got its own composition. */
const composedColumns = z.strictObject({
  ...actedColumns,
  composition: z.array(z.array(compositionItem)),
  reconciledCents: z.array(cents),
  carried: z.array(count),
});

const lineColumns = {
  accountCode: z.array(z.string()),
  accountName: z.array(z.string()),
  previousBalanceCents: z.array(cents),
  debitCents: z.array(cents),
  creditCents: z.array(cents),
  finalBalanceCents: z.array(cents),
  nature: z.array(z.enum(natures)),
  debitSign: z.array(z.union([z.literal(1), z.literal(-1)])),
};

export const shapes = {
  ActedReconciliationsListed: z.union([z.strictObject(actedColumns), composedColumns]),
  AdjustmentsRecorded: z.strictObject({
    ...acted,
    adjustments: z.array(z.strictObject({ description: z.string(), amountCents: cents })),
    adjustmentsCents: cents,
  }),
  ApiKeyIssued: z.strictObject({
    keyId: id,
    clientId: id,
    name: z.string(),
    environment,
    scopes: z.array(z.enum(scopes)),
    secretHash: hash,
  }),
  ApiKeyRevoked: z.strictObject({ keyId: id }),
  ApiKeyRotated: z.strictObject({ keyId: id, newKeyId: id, expiresAt: time }),
  AutoApprovalChanged: z.strictObject({
    ...ofCompany,
    zeroWithoutMovement: z.boolean(),
    zero: z.boolean(),
    withoutMovement: z.boolean(),
    upToCents: cents.nullable(),
  }),
  CarryRuleChanged: z.strictObject({ ...ofCompany, carry: z.array(z.string()) }),
  ChecklistChanged: z.strictObject({
    ...ofCompany,
    checklist: z.array(
      z.strictObject({
        text: z.string(),
        role: z.enum(WRITERS).nullable(),
        workingDay: id.nullable(),
        blocking: z.boolean(),
      }),
    ),
  }),
  ChecklistPointReopened: z.strictObject({ ...ofCompany, competence, point: z.string(), comment: z.string() }),
  ChecklistPointTicked: z.strictObject({ ...ofCompany, competence, point: z.string() }),
  DossierMade: z.strictObject({
    ...ofCompany,
    competence,
    closing: z.int(),
    sealedEvents: z.int(),
    manifestHash: z.string(),
  }),
  ClosingStatementChanged: z.strictObject({ ...ofCompany, statement: z.string().nullable() }),
  ClosedMonthsRuleChanged: z.strictObject({ ...ofCompany, frozen: z.boolean() }),
  ChartAccountsListed: z.strictObject({ accounts: z.array(account) }),
  ChartRegistered: z.strictObject({ chartId: id, ...ofCompany, name: z.string() }),
  ChartVersioned: z.strictObject({
    chartId: id,
    ...ofCompany,
    name: z.string(),
    validFrom: date,
    validTo: date.nullable(),
    active: z.boolean(),
    version: id,
    accountCount: count,
    parts: z.strictObject({ fromRevision: count, count, accounts: count, hash }),
  }),
  ClientNamed: z.strictObject({ clientId: id, ref: z.string(), name: z.string() }),
  ClientRegistered: z.strictObject({ clientId: id, ref: z.string() }),
  CompanyChanged: company,
  CompanyRegistered: company,
  CompetenceClosed: z.strictObject({ ...ofCompany, competence, statement: z.string().exactOptional() }),
  CompetenceReopened: z.strictObject({ ...ofCompany, competence, reason: z.string() }),
  DeadlinesChanged: z.strictObject({ ...ofCompany, preparer: id, reviewer: id, approver: id }),
  DefaultOwnersChanged: z.strictObject({
    ...ofCompany,
    owners: z.array(
      z.strictObject({
        scope: z.enum(['all', 'department', 'sector', 'account']),
        value: z.string(),
        preparer: z.uuid().nullable(),
        reviewer: z.uuid().nullable(),
        approver: z.uuid().nullable(),
      }),
    ),
  }),
  Deployed: z.strictObject({
    logId: z.uuid(),
    environment,
    namespace: z.uuid(),
    secretsKeyFingerprint: z.string(),
  }),
  HolidaysChanged: z.strictObject({ clientId: id, holidays: z.array(date) }),
  FanOutStarted: z.strictObject({ queueId: z.uuid() }),
  IdsReserved: z.strictObject({ from: id, to: id }),
  ImportRefused: z.strictObject({
    ...ofCompany,
    cnpj,
    competence: competence.nullable(),
    code: z.enum([
      'IMPORTACAO_RECUSADA',
      'EMPRESA_INATIVA',
      'MODULO_NAO_CONTRATADO',
      'COMPETENCE_CLOSED',
      'NEXT_COMPETENCE_CLOSED',
    ]),
    error: z.string(),
    reasons: z.array(z.string()),
    reasonCount: count,
    source,
  }),
  IntercompanyChanged: z.strictObject({
    ...ofCompany,
    intercompany: z.array(
      z.strictObject({ prefix: z.string(), counterpartId: id, counterpartPrefix: z.string() }),
    ),
  }),
  LogCopied: z.strictObject({ logId: z.uuid() }),
  LogRestored: z.strictObject({ logId: z.uuid(), reason: z.string() }),
  LogSealed: z.strictObject({
    count: id,
    root: hash,
    edge: z.array(hash),
    last: z.strictObject({ stream: z.string(), revision: count }),
    checkpoint: z.string(),
  }),
  MappingSaved: z.strictObject({
    ...ofCompany,
    mapping: z.strictObject({
      accountCode: heading,
      accountName: maybe,
      previousBalance: heading,
      previousBalanceSide: maybe,
      debit: heading,
      credit: heading,
      finalBalance: heading,
      finalBalanceSide: maybe,
      cnpj: maybe,
      period: maybe,
      chartName: maybe,
      sheet: maybe,
      headerRow: id.exactOptional(),
    }),
  }),
  CompositionRecorded: z.strictObject({
    ...acted,
    items: z.union([z.strictObject(actedColumns), composedColumns]).nullable(),
    composition: z.array(compositionItem).nullable(),
    reconciledCents: cents.nullable(),
  }),
  EvidenceAttached: z.strictObject({
    ...acted,
    evidenceId: z.uuid(),
    sha256: hash,
    sizeBytes: count,
    mediaType: z.string(),
  }),
  ReconciliationsCommented: z.strictObject({ ...acted, comment: z.string() }),
  ReconciliationsMoved: z.strictObject({
    ...acted,
    move: z.enum(valuesOf(moves)),
    comment: z.string().nullable(),
    deadlines,
  }),
  ReconciliationsListed: z.strictObject({
    reconciliationId: z.array(id),
    created: z.array(z.boolean()),
    accountId: z.array(id),
    accountCode: z.array(z.string()),
    accountName: z.array(z.string()),
    department: z.array(z.string()),
    sector: z.array(z.string()),
    bookBalanceCents: z.array(cents),
    status: statuses,
    ownerId: people,
    bookBalanceDebitCents: z.array(cents),
    comparedCents: z.array(cents.nullable()).exactOptional(),
    approvalReason: z.array(z.enum(valuesOf(approvalReasons)).nullable()).exactOptional(),
  }),
  RiskRulesChanged: z.strictObject({
    ...ofCompany,
    risk: z.array(z.strictObject({ prefix: z.string(), level: z.enum(['HIGH', 'MEDIUM', 'LOW']) })),
  }),
  ScheduleCreated: z.strictObject({
    ...ofCompany,
    scheduleId: id,
    accountCode: z.string(),
    description: z.string(),
    amountCents: cents,
    kind: z.enum(scheduleKindValues),
    first: competence,
    months: id,
    debitSign: z.union([z.literal(1), z.literal(-1)]).exactOptional(),
  }),
  ScheduleEnded: z.strictObject({ ...ofCompany, scheduleId: id, from: competence }),
  SealKeySet: z.strictObject({
    publicKey: z.base64(),
    previous: z.base64().nullable(),
    signature: z.base64().nullable(),
  }),
  SignInLinkMade: z.strictObject({ ...person, kind: z.enum(['INVITE', 'RESET']) }),
  MailChosen: z.strictObject({ ...person, daily: z.boolean(), atOnce: z.boolean() }),
  SignInLinksSeen: z.strictObject({ ...person, until: time }),
  StatementMappingSaved: z.strictObject({
    ...ofCompany,
    side: z.enum(['razao', 'extrato']),
    mapping: z.strictObject({
      data: maybe,
      descricao: maybe,
      valor: maybe,
      lado: maybe,
      debito: maybe,
      credito: maybe,
      documento: maybe,
      contraparte: maybe,
      conta: maybe,
    }),
  }),
  ToleranceChanged: z.strictObject({
    ...ofCompany,
    tolerance: z.array(
      z.strictObject({ prefix: z.string(), amountCents: cents.nullable(), basisPoints: z.int().nullable() }),
    ),
  }),
  TrialBalanceLinesLeftOut: z.strictObject({
    place: z.array(count),
    reason: z.array(z.enum(['NOT_IN_CHART', 'NOT_RECONCILED'])),
    ...lineColumns,
  }),
  TrialBalanceLinesListed: z.strictObject(lineColumns),
  TrialBalanceReleased: z.strictObject({
    trialBalanceId: id,
    ...ofCompany,
    competence,
    version: id,
    chartId: id,
    convention: z.enum(['A', 'B']),
    linesStream: z.string(),
    replaces: id.nullable(),
    dueAt: time,
    deadlines,
    items: parts,
    created: count,
  }),
  TrialBalanceVersioned: z.strictObject({
    trialBalanceId: id,
    ...ofCompany,
    cnpj,
    competence,
    version: id,
    supersedes: id.nullable(),
    chartId: id,
    chartName: z.string(),
    chartVersion: id,
    contentHash: hash,
    lines: parts,
    leftOut: parts.exactOptional(),
    lineCount: count,
    received: count,
    ignoredNotInChart: count,
    ignoredNotReconciled: count,
    convention: z.enum(['A', 'B']),
    source,
  }),
  UserErased: z.strictObject(person),
  UserRegistered: z.strictObject({ ...person, roles: grants }),
  UserRenamed: z.strictObject(person),
  UserRolesChanged: z.strictObject({ ...person, roles: grants }),
  VariationExplained: z.strictObject({ ...acted, text: z.string() }),
  VariationRulesChanged: z.strictObject({
    ...ofCompany,
    variation: z.array(
      z.strictObject({
        prefix: z.string(),
        amountCents: cents,
        basisPoints: z.int(),
        against: z.enum(['PREVIOUS', 'MEAN12']),
      }),
    ),
  }),
  WebhookActivated: z.strictObject(ofWebhook),
  WebhookChanged: z.strictObject({ ...ofWebhook, url: z.url(), events: publicEvents }),
  WebhookDeactivated: z.strictObject({
    ...ofWebhook,
    reason: z.enum(['REQUESTED', 'EXHAUSTED', 'GONE']),
    deliveryId: z.uuid().nullable(),
  }),
  WebhookRegistered: z.strictObject({
    ...ofWebhook,
    url: z.url(),
    events: publicEvents,
    secret: sealedSecret,
    idempotency,
  }),
  WebhookRemoved: z.strictObject(ofWebhook),
  WebhookSecretRotated: z.strictObject({
    ...ofWebhook,
    secret: sealedSecret,
    previousUntil: time.nullable(),
    idempotency: idempotency.nullable(),
  }),
};

/** What the bytes of a part say. */
type PartContent = {
  ActedReconciliationsListed: ActedColumns;
  ChartAccountsListed: Readonly<{ accounts: readonly Account[] }>;
  ReconciliationsListed: ReleasedColumns;
  TrialBalanceLinesLeftOut: LeftOutLineColumns;
  TrialBalanceLinesListed: TrialBalanceLineColumns;
};
type Content<Type extends AnyEvent['type']> = Type extends keyof PartContent
  ? PartContent[Type]
  : Extract<AnyEvent, { type: Type }>['data'];

type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { -readonly [Member in keyof Value]: Plain<Value[Member]> };
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

/** Does not compile unless every type of the catalogue has a shape here, the same as its type. */
type Agreement = { [Type in AnyEvent['type']]: Same<z.infer<(typeof shapes)[Type]>, Plain<Content<Type>>> };
export const agreement: Agreement = Object.fromEntries(Object.keys(shapes).map((type) => [type, true])) as {
  [Type in AnyEvent['type']]: true;
};

export const metadataShape = z.strictObject({
  schemaVersion: id,
  at: time,
  actor: z.strictObject({
    kind: z.enum(['key', 'person', 'operator', 'rule']),
    id: z.string(),
    name: z.string().optional(),
  }),
  requestId: z.uuid().nullable(),
});
