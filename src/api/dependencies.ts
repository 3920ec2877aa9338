// The dependencies of the API, provided by the composition root. The API opens nothing itself.
import type { Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Clock } from '../commands/kernel/context.js';
import type { PreviewComposition } from '../commands/reconciliations/composeFromFiles.js';
import type { ImportFile } from '../commands/imports/importFile.js';
import type { ImportJson } from '../commands/imports/importTrialBalance.js';
import type { PersonNames } from '../commands/people/personNames.js';
import type { WebhookDirectory } from '../commands/webhooks/webhookDirectory.js';
import type { UrlCheck, WebhookCommands } from '../commands/webhooks/webhookCommands.js';
import type { Environment } from '../domain/deployment.js';
import type { FailPoints } from '../domain/kernel/failPoints.js';
import type { Registers } from '../domain/registers.js';
import type { Pages } from '../projections/engine/pages.js';
import type { KeyDirectory } from './auth/authenticate.js';
import type { DeliveryDependencies } from './webhooks/deliveries.js';
import type { Bodies } from './http/request/body.js';
import type { TrustedProxies } from './http/connections/clientAddress.js';
import type { CallLog } from './http/callLog.js';
import type { Health } from './http/health.js';
import type { RequestLog } from './http/logger.js';
import type { RateLimit } from './http/rateLimit.js';
import type { Spool } from './http/request/spool.js';
import type { WrittenPositions } from './readYourWrites.js';

export type ReadDependencies = Readonly<{
  registers: Pick<Registers, 'company' | 'companyByCnpj' | 'reconcilingCompanyIds' | 'companyName' | 'workflowOf'>;
  pages: Pages;
  names: PersonNames;
  clock: Clock;
  /** The UUID of a reconciliation by its id, once the deployment is known. */
  publicIds(): Promise<(reconciliationId: number) => string>;
}>;

export type BodyDependencies = Readonly<{ bodies: Bodies }>;

export type WriteDependencies = Readonly<{
  importJson: ImportJson;
  importFile: ImportFile;
  previewComposition: PreviewComposition;
  spool: Spool;
  failPoints: FailPoints;
}>;

export type WebhookDependencies = Readonly<{
  webhooks: WebhookCommands;
  webhookDirectory: WebhookDirectory;
  webhookAddresses: Pick<UrlCheck, 'checkText'>;
}>;

export type ApiDependencies = ReadDependencies &
  BodyDependencies &
  WriteDependencies &
  WebhookDependencies &
  DeliveryDependencies &
  Readonly<{
    environment: Environment;
    version: string;
    keys: KeyDirectory;
    proxies: TrustedProxies;
    written: WrittenPositions;
    rateLimit: RateLimit;
    callLog: Pick<CallLog, 'record'>;
    health: Health;
    metrics: Registry;
    log: Logger;
    requestLog: RequestLog;
    /** Whether an error means that a store can't be reached or written (503), rather than a defect (500). */
    isUnavailable(error: unknown): boolean;
  }>;
