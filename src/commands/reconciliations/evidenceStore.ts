// Port: the store of evidence. Events name a file by SHA-256; its bytes and its name (which may name people) are only
// here. Written on files: src/stores/files.

/** `evidenceId` and `sha256` as in the event. */
export type StoredEvidence = Readonly<{ evidenceId: string; sha256: string; name: string; bytes: Uint8Array }>;

export type EvidenceStore = Readonly<{
  /**
   * Durable once resolved. Stores the bytes once per client and SHA-256, then the name. May run twice; interrupted, it
   * leaves bytes or a name that no event refers to.
   */
  put(clientId: number, evidence: StoredEvidence): Promise<void>;
  /** Does not verify the SHA-256. Null when the client has no such file. */
  bytes(clientId: number, sha256: string): Promise<Uint8Array | null>;
  /** What the client's files take, about: of other processes it may be some minutes old. */
  usedBytes(clientId: number): Promise<number>;
  /** By evidence id; missing ones are omitted. */
  names(clientId: number, evidenceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}>;
