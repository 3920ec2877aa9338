// Parts: content too large for one event, stored as consecutive events of one stream before the event that names them.

/** Where parts are: `count` events of `stream` from `fromRevision` on. */
export type PartsLocation = Readonly<{ stream: string; fromRevision: number; count: number }>;

/**
 * What an event says about a stream that holds nothing but its parts: how many events, how many lines or items in all,
 * and the SHA-256 (hexadecimal) of their bytes in order.
 */
export type PartsReference = Readonly<{ stream: string; count: number; lines: number; hash: string }>;
