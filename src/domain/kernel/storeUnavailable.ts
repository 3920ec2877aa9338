// The error with which every adapter reports an unreachable store; HTTP answers 503.

/**
 * The store did not answer in time, refused the connection or closed it. Thrown by a write, the outcome is unknown: the
 * data may have been stored. `cause` is the client library's error.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** A question names an index that is missing in the store: an operator has to make it again (src/messages/stores.ts). */
export class IndexMissing extends StoreUnavailable {
  override readonly name = 'IndexMissing';
}
