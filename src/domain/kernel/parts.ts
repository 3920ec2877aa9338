// Parts: content too large for one event, stored as consecutive events of one stream before the event that names them.

/** Where parts are: `count` events of `stream` from `fromRevision` on. */
export type PartsLocation = Readonly<{ stream: string; fromRevision: number; count: number }>;

/**
 * Names a stream that contains only the parts of an event: the number of events, the total number of lines or
 * items, and the SHA-256 (hexadecimal) of their bytes in order.
 */
export type PartsReference = Readonly<{ stream: string; count: number; lines: number; hash: string }>;
