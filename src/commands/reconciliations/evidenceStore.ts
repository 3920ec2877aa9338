// The port of the store of evidence: the bytes that facts name by SHA-256, and the names the files came with, which may
// name people and so are in no event. Nothing of it can be made again from the log.

/** `evidenceId` and `sha256` as the fact has them. */
export type StoredEvidence = Readonly<{ evidenceId: string; sha256: string; name: string; bytes: Uint8Array }>;

export type EvidenceStore = Readonly<{
  /**
   * Durable once resolved: the bytes, once for each SHA-256 of a client, then the name. May run twice, and cut short
   * leaves nothing but bytes or a name that no fact speaks of.
   */
  put(clientId: number, evidence: StoredEvidence): Promise<void>;
  /** Not checked against the SHA-256. Null when the client has none of that SHA-256. */
  bytes(clientId: number, sha256: string): Promise<Uint8Array | null>;
  /** By evidence id; those that are not there are left out. */
  names(clientId: number, evidenceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}>;
