// Reads a connection string as far as the client tells nobody: hosts, TLS, user.
import { readFileSync } from 'node:fs';

/** `connectionString`: for the client; `isDiscovered`: the only host is a name of all nodes; `ca`: in PEM, null for Node's own. */
export type Address = Readonly<{
  connectionString: string;
  hosts: readonly Readonly<{ host: string; port: number }>[];
  isDiscovered: boolean;
  isSecure: boolean;
  ca: Buffer | null;
  user: Readonly<{ username: string; password: string }> | null;
}>;

const PARTS = /^esdb(\+discover)?:\/\/(?:([^:]+):([^@]+)@)?([^?]*)\??(.*)$/;
/** A suspended node costs a second (of five) while a leader is looked for; a stale revision is an answer, no error. */
const OPTIONS = 'gossipTimeout=1&throwOnAppendFailure=false';

/** @throws an error of the system for a missing certificate. The client says what else is wrong with the string. */
export function parseAddress(given: string): Address {
  // The server is called KurrentDB since 2025; this client refuses the new name.
  const text = given
    .trim()
    .replace(/^kurrentdb/, 'esdb')
    .replace(/\/+$/, '');
  const [, discover, username, password = '', hosts = '', query = ''] = PARTS.exec(text) ?? [];
  const option = (name: string) => new RegExp(`(?:^|&)${name}=([^&]*)`, 'i').exec(query)?.[1]?.trim();
  const isSecure = option('tls') !== 'false';
  const caFile = isSecure ? option('tls[_-]?ca[_-]?file') : undefined;
  return {
    connectionString: `${text}${query ? '&' : '?'}${OPTIONS}`,
    hosts: hosts
      .split(/[,/]/)
      .map((each) => ({ host: each.split(':')[0] ?? '', port: Number(each.split(':')[1] ?? 2113) })),
    isDiscovered: discover !== undefined,
    isSecure,
    ca: caFile ? readFileSync(decodeURIComponent(caFile)) : null,
    user: username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : null,
  };
}
