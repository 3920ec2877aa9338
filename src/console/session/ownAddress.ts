import type { CallContext } from '../../api/call.js';

/** Without PUBLIC_URL only this machine reaches the console. Never of `Host`. */
export function ownAddress({ req }: CallContext): string {
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
