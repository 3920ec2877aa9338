// Why a process must not use a log. Refusals of copying one: copy.ts.

/** The configured value differs from the one the log was created with. */
export type DeploymentRefusal = Readonly<{
  differs: 'environment' | 'secretsKey' | 'sealKey';
  recorded: string;
  configured: string;
}>;

/**
 * A store derived from the log does not match it: it contains events that the log lacks, names a log id that the log never
 * had, or has content while the log is empty.
 */
export type StoreRefusal = Readonly<{
  is: 'StoreAhead' | 'StoreOfAnotherLog' | 'LogEmptied';
  store: 'readModels' | 'queue';
}>;
