// All event types, and the upcasters that convert older stored versions. Stored events never change: adding an optional
// field needs nothing; any other change adds one upcaster here and one sample in test/golden/events.
import type { ApiKeyEvent } from './apiKeys/events.js';
import type { BooksEvent, RefusalEvent, TrialBalanceLinesListed } from './books/events.js';
import type { DeploymentEvent } from './deployment/events.js';
import {
  listedWithStates,
  releasedWithDeadlines,
  type ActedReconciliationsListed,
  type ReconciliationEvent,
  type ReconciliationsListed,
} from './reconciliation/events.js';
import type { ClientEvent, ClientsEvent } from './clients/events.js';
import type { ChartEvent } from './charts/events.js';
import type { IdsReserved } from './kernel/ids.js';
import type { LogSealed } from './seal/events.js';
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
  | TrialBalanceLinesListed
  | WebhookEvent;

/** Converts `data` of one version to the next. Defined beside the event's type, listed here. */
export type Upcaster = (data: unknown) => unknown;

/** Step i converts version i+1 to i+2; the current version is the number of steps plus one. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

export const upcasters = {
  ActedReconciliationsListed: [],
  AdjustmentsRecorded: [],
  ApiKeyIssued: [],
  ApiKeyRevoked: [],
  AutoApprovalChanged: [],
  ChartAccountsListed: [],
  ChartRegistered: [],
  ChartVersioned: [],
  ClientNamed: [],
  ClientRegistered: [],
  CompanyChanged: [],
  CompanyRegistered: [],
  CompetenceClosed: [],
  CompetenceReopened: [],
  CompositionRecorded: [],
  DeadlinesChanged: [],
  DefaultOwnersChanged: [],
  Deployed: [],
  EvidenceAttached: [],
  HolidaysChanged: [],
  FanOutStarted: [],
  IdsReserved: [],
  ImportRefused: [],
  LogCopied: [],
  LogRestored: [],
  LogSealed: [],
  MappingSaved: [],
  ReconciliationsCommented: [],
  ReconciliationsListed: [listedWithStates],
  ReconciliationsMoved: [],
  SealKeySet: [],
  TrialBalanceLinesListed: [],
  TrialBalanceReleased: [releasedWithDeadlines],
  TrialBalanceVersioned: [],
  UserErased: [],
  UserRegistered: [],
  UserRenamed: [],
  UserRolesChanged: [],
  WebhookActivated: [],
  WebhookChanged: [],
  WebhookDeactivated: [],
  WebhookRegistered: [],
  WebhookRemoved: [],
  WebhookSecretRotated: [],
} as const satisfies Record<AnyEvent['type'], readonly Upcaster[]>;
