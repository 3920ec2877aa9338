// Named points where a test may delay or kill the process. Production passes `noFailPoints`.

export type FailPoint =
  | 'import.uploaded'
  | 'import.parsed'
  | 'import.resolved'
  | 'import.checked'
  | 'import.decided'
  | 'import.committed'
  | 'import.noted'
  | 'release.decided'
  | 'release.committed'
  | 'reconciliations.evidenceStored'
  | 'reconciliations.decided'
  | 'reconciliations.committed'
  | 'registers.partsWritten'
  | 'projector.rowsWritten'
  | 'projector.batchWritten'
  | 'fanOut.scheduled'
  | 'webhook.claimed'
  | 'webhook.sent'
  | 'webhook.recorded'
  | 'mail.added'
  | 'mail.claimed'
  | 'mail.sent';

export type FailPoints = (point: FailPoint) => Promise<void> | void;

export const noFailPoints: FailPoints = () => undefined;
