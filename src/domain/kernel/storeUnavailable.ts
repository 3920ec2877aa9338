// What every adapter throws when its store could not be asked, and the edge answers 503 to.

/**
 * The store did not answer in time, refused the connection, or broke off. Thrown by a write it means “unknown”: what was
 * asked may have been stored all the same. The cause is the client's own error.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
