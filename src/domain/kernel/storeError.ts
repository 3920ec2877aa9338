// What is wrong with the files of the embedded stores, as tagged data; the sentences are in
// src/messages/startFailures.ts.

export type StoreProblem =
  /**
   * The store does not exist, and this caller may not create it. `folder` null: the log is there, but is empty.
   */
  | Readonly<{ is: 'NoStore'; folder: string | null }>
  /**
   * A store that existed in this folder is missing. Deleting the file `marker` lets it be created again; null: it
   * never is.
   */
  | Readonly<{ is: 'StoreMissing'; path: string; marker: string | null }>
  | Readonly<{ is: 'SecretsKeyMissing'; path: string }>
  /** The log has a key for its checkpoints, and its file is missing. */
  | Readonly<{ is: 'SealKeyMissing'; path: string }>
  /** The file of a key is empty or cut. */
  | Readonly<{ is: 'KeyDamaged'; path: string }>
  /** The path no longer names the file that this process opened. `isRebuilt`: a start rebuilds it from the log. */
  | Readonly<{ is: 'StoreTakenAway'; path: string; isRebuilt?: boolean }>
  /** Truncated, or copied inconsistently while the service wrote to it. */
  | Readonly<{ is: 'LogTorn'; path: string }>
  /** A process that was stopped in a commit keeps others from opening the log. */
  | Readonly<{ is: 'LogHeld'; path: string }>
  /** Processes of another PID namespace or machine use the folder. */
  | Readonly<{ is: 'FolderInUse'; folder: string }>;

/** Thrown by an append, the outcome is unknown: the data may have been stored. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly problem: StoreProblem,
    options?: ErrorOptions,
  ) {
    super(describe(problem), options);
  }
}

function describe(problem: StoreProblem): string {
  switch (problem.is) {
    case 'NoStore':
      return problem.folder === null ? 'the log is empty' : `there is no store in ${problem.folder}`;
    case 'StoreMissing':
    case 'SecretsKeyMissing':
    case 'SealKeyMissing':
      return `${problem.path} is gone`;
    case 'StoreTakenAway':
      return `${problem.path} was removed, renamed or replaced while in use`;
    case 'LogTorn':
    case 'KeyDamaged':
      return `${problem.path} is truncated or damaged`;
    case 'LogHeld':
      return `${problem.path} is held by a process that does not answer`;
    case 'FolderInUse':
      return `${problem.folder} is used by another container or machine`;
  }
}

// The error with which every adapter reports an unreachable store; HTTP answers 503.

/**
 * The store did not answer in time, refused the connection or closed it. Thrown by a write, the outcome is
 * unknown: the data may have been stored. `cause` is the client library's error.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/**
 * A question names an index that is missing in the store: an operator has to make it again
 * (src/messages/stores.ts).
 */
export class IndexMissing extends StoreUnavailable {
  override readonly name = 'IndexMissing';
}
