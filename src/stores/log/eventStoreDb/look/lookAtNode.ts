// Checks one node: its name, its port, its certificate. With several nodes, the client reports the same error for all of
// these.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { LogServersProblem } from '../../../../domain/kernel/logServers.js';
import { withTimeout } from '../../../withTimeout.js';
import { targetOf, type Address, type Node } from '../connection/address.js';

export type LookedAt = Readonly<{ problem: LogServersProblem | null; certificateEnds: Date | null }>;

const STEP_MS = 2_000;
const DAY_CHARACTERS = 10;

export async function lookAtNode(address: Address, node: Node): Promise<LookedAt> {
  const named = { node: targetOf(node) };
  const none = { certificateEnds: null };
  try {
    await timed(lookup(node.host.replace(/^\[|\]$/g, '')));
  } catch {
    return { ...none, problem: { is: 'HostNotFound', ...named } };
  }
  const socket = await reached(node);
  if (socket === null) return { ...none, problem: { is: 'Unreachable', ...named } };
  try {
    if (address.isSecure) return await lookAtCertificate(address, node, socket);
    return { ...none, problem: (await isSecure(socket)) ? { is: 'Secure', ...named } : null };
  } finally {
    socket.destroy();
  }
}

async function reached({ host, port }: Node): Promise<Socket | null> {
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
  socket.on('error', () => undefined);
  try {
    await timed(once(socket, 'connect'));
    return socket;
  } catch {
    socket.destroy();
    return null;
  }
}

async function lookAtCertificate(address: Address, node: Node, socket: Socket): Promise<LookedAt> {
  // Discovery queries addresses, but the certificate contains the name.
  const name = (address.isDiscovered ? address.hosts[0]?.host : undefined) ?? node.host;
  const names = new Set([node.host, name]);
  let found: LookedAt | null = null;
  for (const host of names) {
    const own = found === null ? socket : await reached(node);
    if (own === null) break;
    found = await certificateFor(address, node, host, own);
    own.destroy();
    if (found.problem?.is !== 'CertificateOfAnother') return found;
  }
  return found ?? { problem: { is: 'Unreachable', node: targetOf(node) }, certificateEnds: null };
}

async function certificateFor({ ca }: Address, node: Node, host: string, socket: Socket): Promise<LookedAt> {
  const options = { ALPNProtocols: ['h2'], rejectUnauthorized: false, ...(ca ? { ca } : {}) };
  const secure = connectSecurely({ socket, host, ...serverName(host), ...options });
  secure.on('error', () => undefined);
  try {
    await timed(once(secure, 'secureConnect'));
    const certificateEnds = new Date(secure.getPeerCertificate().valid_to);
    const refusal = secure.authorized ? null : String(secure.authorizationError);
    return { problem: refusal === null ? null : refused(refusal, node, certificateEnds), certificateEnds };
  } catch (error) {
    const isSilent = (error as NodeJS.ErrnoException).code === undefined;
    return { problem: { is: isSilent ? 'NoAnswer' : 'NotSecure', node: targetOf(node) }, certificateEnds: null };
  } finally {
    secure.destroy();
  }
}

/** TLS allows no address as server name. */
function serverName(host: string): { servername?: string } {
  return /^[\d.]+$|:/.test(host) ? {} : { servername: host };
}

/** @param reason Node's error code for the certificate */
function refused(reason: string, node: Node, ends: Date): LogServersProblem {
  const named = { node: targetOf(node) };
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return { is: 'CertificateOfAnother', ...named };
  if (reason === 'CERT_HAS_EXPIRED')
    return { is: 'CertificateExpired', since: ends.toISOString().slice(0, DAY_CHARACTERS), ...named };
  return { is: 'AuthorityUnknown', ...named };
}

/** Whether the server answers a TLS handshake. */
async function isSecure(socket: Socket): Promise<boolean> {
  const secure = connectSecurely({ socket, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  secure.on('error', () => undefined);
  try {
    await timed(once(secure, 'secureConnect'));
    return true;
  } catch {
    return false;
  } finally {
    secure.destroy();
  }
}

function timed<T>(work: Promise<T>): Promise<T> {
  return withTimeout(STEP_MS, work, () => new Error('No answer'));
}
