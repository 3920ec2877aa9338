// Why calls are not answered: recorded as they are answered or not, and looked for while none is.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { DAY_MS } from '../../../domain/kernel/calendarDate.js';
import type { LogServersProblem, LogServersStatus } from '../../../domain/kernel/log.js';
import { withTimeout } from '../../../runtime/withTimeout.js';
import { AccessDenied, UNAUTHENTICATED, kindOf } from './conversions.js';

type Problems = readonly LogServersProblem[];
/** `node` is `host:port`; `ends`: when its certificate does. */
type LookedAt = Readonly<{ node: string; problem: LogServersProblem | null; ends?: number }>;

const STEP_MS = 2_000;
const LOOK_AGAIN_MS = 5_000;
/** How often certificates are checked while calls are answered. */
const CERTIFICATE_MS = 3_600_000;
/** A denied call counts so long while others are answered, until `$all` is read: some may read streams only. */
const DENIED_MS = 10_000;

export class Causes {
  #problems: Problems | null = null;
  #certificateEnds: number | null = null;
  #lookedMs = -Infinity;
  #deniedMs = -Infinity;
  #isOneOfCluster = false;

  /** @param readAll reads `$all`; its outcome is recorded here, as of every call */
  constructor(
    private readonly address: Address,
    private readonly readAll: () => Promise<unknown>,
  ) {}

  noteAnswer(): void {
    const nowMs = performance.now();
    const isDenied = this.#deniedMs > -Infinity;
    if (!isDenied) this.#problems = null;
    const isDue = this.address.isSecure && nowMs - this.#lookedMs > CERTIFICATE_MS;
    if (isDenied ? nowMs - this.#deniedMs > DENIED_MS : isDue) void this.#look();
  }

  noteFailure(error: Error): void {
    const { hosts, isDiscovered, user } = this.address;
    const { type, code } = kindOf(error);
    this.#isOneOfCluster ||= type === 'not-leader' && hosts.length === 1 && !isDiscovered;
    this.#problems ??= [];
    if (!(error instanceof AccessDenied)) return void this.#look();
    this.#deniedMs = performance.now();
    const is = code === UNAUTHENTICATED ? 'PasswordWrong' : 'RightsMissing';
    this.#problems = [user === null ? { is: 'UserMissing' } : { is, user: user.username }];
  }

  status(): LogServersStatus {
    const ends = this.#certificateEnds;
    const certificateDays = ends === null ? null : Math.floor((ends - Date.now()) / DAY_MS);
    return { problems: this.#problems, certificateDays, isOneOfCluster: this.#isOneOfCluster };
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#lookedMs < LOOK_AGAIN_MS) return;
    this.#lookedMs = Infinity; // until it is over
    const nodes = await Promise.all(this.address.hosts.map((host) => lookAt(this.address, host)));
    const ends = nodes.flatMap((node) => node.ends ?? []);
    if (ends.length > 0) this.#certificateEnds = Math.min(...ends);
    const problems = this.#problems === null ? null : await this.#causesAt(nodes);
    this.#problems &&= problems; // unless a call was answered meanwhile
    this.#lookedMs = performance.now();
  }

  async #causesAt(nodes: readonly LookedAt[]): Promise<Problems | null> {
    const problems = nodes.flatMap(({ problem }) => problem ?? []);
    const sound = nodes.find(({ problem }) => problem === null);
    if (sound === undefined) return problems;
    const answer = await this.readAll().catch((error: Error) => error);
    if (answer instanceof AccessDenied || performance.now() - this.#deniedMs < DENIED_MS) return this.#problems;
    this.#deniedMs = -Infinity;
    return answer instanceof Error ? causesOf(answer, sound.node, problems, this.address) : null;
  }
}

/** What is said of a cluster without a leader. A lost connection, or no answer, tells nothing of one. */
const LEADERLESS = /Server Is Not Ready|leader|discover/i;

/** Why a read failed although a node is reached. */
function causesOf(
  { message }: Error,
  node: string,
  problems: Problems,
  { hosts, isDiscovered }: Address,
): Problems {
  const isUnreached = /Name resolution failed|No connection established/.test(message);
  if (isUnreached && problems.length > 0) return problems;
  if (isUnreached && (isDiscovered || hosts.length > 1))
    return [{ is: 'AdvertisedUnreachable', node: /[\w.-]+:\d+/.exec(message)?.[0] ?? '' }];
  return [LEADERLESS.test(message) ? { is: 'NoLeader' } : { is: 'NoAnswer', node }];
}

async function lookAt({ isSecure, ca }: Address, { host, port }: Address['hosts'][number]): Promise<LookedAt> {
  const node = `${host}:${port}`;
  const problemOf = (is: LogServersProblem['is']) => ({ node, problem: { is, node } as LogServersProblem });
  const name = isIP(host) === 0 ? { servername: host } : {}; // TLS allows no address
  const options = { rejectUnauthorized: false, ALPNProtocols: ['h2'], ...name, ...(ca === null ? {} : { ca }) };
  const socket = connect({ host, port, ...options });
  let isReached = false;
  socket.on('connect', () => (isReached = true)).on('error', () => undefined);
  try {
    await withTimeout(STEP_MS, once(socket, 'secureConnect'), () => new Error('No answer'));
    if (!isSecure) return problemOf('Secure');
    const ends = Date.parse(socket.getPeerCertificate().valid_to);
    if (socket.authorized) return { node, problem: null, ends };
    const reason = String(socket.authorizationError);
    if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return { ...problemOf('CertificateOfAnother'), ends };
    if (reason !== 'CERT_HAS_EXPIRED') return { ...problemOf('AuthorityUnknown'), ends };
    const since = new Date(ends).toISOString().slice(0, 10);
    return { node, problem: { is: 'CertificateExpired', node, since }, ends };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isReached)
      return problemOf(code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'HostNotFound' : 'Unreachable');
    if (!isSecure) return { node, problem: null };
    return problemOf(code === undefined ? 'NoAnswer' : 'NotSecure');
  } finally {
    socket.destroy();
  }
}

/**
 * What the client tells nobody of a connection string. `connectionString`: for the client; `isDiscovered`: the
 * only host is a name of all nodes; `ca`: in PEM, null for Node's own.
 */
export type Address = Readonly<ReturnType<typeof parseAddress>>;

const PARTS = /^esdb(\+discover)?:\/\/(?:([^:]+):([^@:]+)@)?([^?@]*)\??(.*)$/;
/** A suspended node costs a second (of five) until a leader is found; a stale revision is an answer. */
const OPTIONS = ['gossipTimeout=1', 'throwOnAppendFailure=false'];
/** Of any other option, and of `tlsVerifyCert=false`, the client prints the whole address with its password. */
const KNOWN_OPTIONS =
  'tls tlscafile usercertfile userkeyfile connectionname nodepreference maxdiscoverattempts discoveryinterval ' +
  'gossiptimeout defaultdeadline keepaliveinterval keepalivetimeout throwonappendfailure';

/**
 * @throws the system's error for a missing certificate; TypeError for an unknown option or a password that is not
 *   encoded. The client says what else is wrong.
 */
export function parseAddress(url: string) {
  // The server is called KurrentDB since 2025; this client refuses the new name.
  const text = url
    .trim()
    .replace(/^kurrentdb/, 'esdb')
    .replace(/\/+$/, '');
  const [whole, discover, username, password = '', hosts = '', query = ''] = PARTS.exec(text) ?? [];
  // The client does not follow `tlsVerifyCert`: certificates are always verified.
  const options = query
    .split('&')
    .map((each) => [each.split('=')[0]?.trim().replace(/[_-]/g, '').toLowerCase() ?? '', each] as const)
    .filter(([name, each]) => each !== '' && name !== 'tlsverifycert');
  if (whole === undefined || options.some(([name]) => !KNOWN_OPTIONS.split(' ').includes(name)))
    throw new TypeError('not an address of an event store');
  const place = text.slice(0, text.length - query.length).replace(/\?$/, '');
  const option = (name: string) =>
    options
      .find(([each]) => each === name)?.[1]
      .split('=')[1]
      ?.trim();
  const isSecure = option('tls') !== 'false';
  const caFile = isSecure ? option('tlscafile') : undefined;
  return {
    connectionString: `${place}?${[...options.map(([, each]) => each), ...OPTIONS].join('&')}`,
    hosts: hosts
      .split(/[,/]/)
      .filter((each) => each !== '')
      .map((each) => ({ host: each.split(':')[0] ?? '', port: Number(each.split(':')[1] ?? 2113) })),
    isDiscovered: discover !== undefined,
    isSecure,
    ca: caFile ? readFileSync(decodeURIComponent(caFile)) : null,
    user: username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : null,
  };
}
