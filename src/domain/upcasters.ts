// All event types, and the upcasters that convert older stored versions. Stored events never change: adding an
// optional field needs nothing; any other change adds one upcaster here and one sample in test/golden/events.
import type { ApiKeyEvent } from './apiKeys.js';
import type {
  BooksEvent,
  RefusalEvent,
  TrialBalanceLinesLeftOut,
  TrialBalanceLinesListed,
} from './books/events.js';
import type { DeploymentEvent } from './deployment.js';
import type {
  ActedReconciliationsListed,
  ReconciliationEvent,
  ReconciliationsListed,
} from './reconciliation/events.js';
import { identifyItems } from './reconciliation/parts.js';
import type { ClientEvent, ClientsEvent } from './clients/events.js';
import type { ChartEvent } from './charts/events.js';
import type { Recorded } from './kernel/event.js';
import type { IdsReserved } from './kernel/ids.js';
import { EventUnreadable } from './kernel/log.js';
import type { LogSealed } from './seal.js';
import type { WebhookEvent } from './webhooks/events.js';

export type AnyEvent =
  | ActedReconciliationsListed
  | ApiKeyEvent
  | BooksEvent
  | ChartEvent
  | ClientEvent
  | ClientsEvent
  | DeploymentEvent
  | IdsReserved
  | LogSealed
  | ReconciliationEvent
  | ReconciliationsListed
  | RefusalEvent
  | TrialBalanceLinesLeftOut
  | TrialBalanceLinesListed
  | WebhookEvent;

/** Converts `data` of one version to the next. Defined beside the event's type, listed here. */
type Upcaster = (data: unknown) => unknown;

/** Step i converts version i+1 to i+2; the current version is the number of steps plus one. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

export const upcasters = {
  ActedReconciliationsListed: [],
  AdjustmentsRecorded: [],
  ApiKeyIssued: [],
  ApiKeyRevoked: [],
  ApiKeyRotated: [],
  AutoApprovalChanged: [],
  CarryRuleChanged: [],
  ChartAccountsListed: [],
  ChartRegistered: [],
  ChartVersioned: [],
  ChecklistChanged: [],
  ChecklistPointReopened: [],
  ChecklistPointTicked: [],
  ClientNamed: [],
  ClientRegistered: [],
  ClosedMonthsRuleChanged: [],
  ClosingStatementChanged: [],
  CompanyChanged: [],
  CompanyRegistered: [],
  CompetenceClosed: [],
  CompetenceReopened: [],
  CompositionRecorded: [identifyItems],
  DeadlinesChanged: [],
  DefaultOwnersChanged: [],
  Deployed: [],
  DossierMade: [],
  EvidenceAttached: [],
  HolidaysChanged: [],
  FanOutStarted: [],
  IdsReserved: [],
  ImportRefused: [],
  IntercompanyChanged: [],
  LogCopied: [],
  LogRestored: [],
  LogSealed: [],
  MailChosen: [],
  MappingSaved: [],
  ReconciliationsCommented: [],
  ReconciliationsListed: [],
  ReconciliationsMoved: [],
  ScheduleCreated: [],
  ScheduleEnded: [],
  SealKeySet: [],
  SignInLinkMade: [],
  SignInLinksSeen: [],
  StatementMappingSaved: [],
  ToleranceChanged: [],
  TrialBalanceLinesLeftOut: [],
  TrialBalanceLinesListed: [],
  TrialBalanceReleased: [],
  TrialBalanceVersioned: [],
  UserErased: [],
  UserRegistered: [],
  UserRenamed: [],
  UserRolesChanged: [],
  VariationExplained: [],
  VariationRulesChanged: [],
  RiskRulesChanged: [],
  WebhookActivated: [],
  WebhookChanged: [],
  WebhookDeactivated: [],
  WebhookRegistered: [],
  WebhookRemoved: [],
  WebhookSecretRotated: [],
} as const satisfies Record<AnyEvent['type'], readonly Upcaster[]>;

/** Stored by a newer version of this program: only that one can read it. */
export class EventFromTheFuture extends EventUnreadable {
  override readonly name = 'EventFromTheFuture';
}

/**
 * The event in its newest shape; of an unknown type, as it is.
 * @throws EventFromTheFuture
 * @throws EventUnreadable when an upcaster throws
 */
export function upcast(event: Recorded, upcastersByType: Upcasters = upcasters): Recorded {
  const steps = upcastersByType[event.type];
  if (steps === undefined) return event;
  const { schemaVersion } = event.metadata;
  const current = steps.length + 1;
  if (schemaVersion === current) return event;
  if (schemaVersion > current)
    throw new EventFromTheFuture(
      `${event.type} ${event.revision} of ${event.stream} has schema version ${schemaVersion}, known is ${current}`,
    );
  let data = event.data;
  try {
    for (const step of steps.slice(schemaVersion - 1)) data = step(data);
  } catch (error) {
    throw new EventUnreadable(`${event.type} ${event.revision} of ${event.stream} cannot be upcast`, {
      cause: error,
    });
  }
  return { ...event, data, metadata: { ...event.metadata, schemaVersion: current } };
}
