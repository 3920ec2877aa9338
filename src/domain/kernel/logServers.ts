// What is wrong with the servers of the log, as tagged data; the sentences are in src/messages/logServers.ts.

/** `node` is `host:port`. */
export type LogServersProblem =
  | Readonly<{ is: 'HostNotFound'; node: string }>
  | Readonly<{ is: 'Unreachable'; node: string }>
  /** The cluster names a leader at an address that cannot be reached from here. */
  | Readonly<{ is: 'AdvertisedUnreachable'; node: string }>
  | Readonly<{ is: 'NoLeader' }>
  /** It accepts connections but does not answer. */
  | Readonly<{ is: 'NoAnswer'; node: string }>
  | Readonly<{ is: 'NotSecure'; node: string }>
  | Readonly<{ is: 'Secure'; node: string }>
  | Readonly<{ is: 'AuthorityUnknown'; node: string }>
  | Readonly<{ is: 'CertificateOfAnother'; node: string }>
  | Readonly<{ is: 'CertificateExpired'; node: string; since: string }>
  | Readonly<{ is: 'PasswordWrong'; user: string }>
  | Readonly<{ is: 'UserMissing' }>
  /** The user may not read all events, or not write a stream. */
  | Readonly<{ is: 'RightsMissing'; user: string }>;

export type LogServersStatus = Readonly<{
  /** Null while calls are answered; empty while the cause is unknown. */
  problems: readonly LogServersProblem[] | null;
  /** Days until the first server certificate expires; null without TLS, and before it was read. */
  certificateDays: number | null;
  /** The connection string names one node of a cluster. */
  isOneOfCluster: boolean;
}>;

const REFUSALS: readonly LogServersProblem['is'][] = [
  'NotSecure',
  'Secure',
  'AuthorityUnknown',
  'CertificateOfAnother',
  'CertificateExpired',
  'PasswordWrong',
  'UserMissing',
  'RightsMissing',
];

/** Whether only a change of configuration, certificate or access list can help. */
export function isRefusal({ problems }: LogServersStatus): boolean {
  return problems !== null && problems.length > 0 && problems.every(({ is }) => REFUSALS.includes(is));
}
