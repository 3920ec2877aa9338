// JSON lines on stdout. Written in the background, so that a slow reader of them never holds up a request.
import { destination, pino } from 'pino';

/** Bytes gathered before a write. */
const GATHERED_BYTES = 16_384;
const WRITE_BYTES_MAX = 65_536;
/** Characters of request lines handed over at once. */
const GATHERED_CHARS = 4_096;
/** A line waits at most this long. */
const FLUSH_MS = 250;

const REDACTED = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  '*.headers.authorization',
  '["x-api-key"]',
  '*["x-api-key"]',
  'headers["x-api-key"]',
  '*.headers["x-api-key"]',
  'headers["idempotency-key"]',
  '*.headers["idempotency-key"]',
  'secret',
  '*.secret',
];

/** The one line a request, at `info`. Never a secret, an amount or a body. */
type RequestLine = Readonly<{
  requestId: string;
  traceparent: string | undefined;
  /** Whose key it is; null when none was accepted. */
  key: Readonly<{ clientId: number; name: string }> | null;
  route: string;
  status: number;
  ms: number;
}>;
export type RequestLog = (line: RequestLine) => void;

export type ServiceLogger = Readonly<ReturnType<typeof createLogger>>;

/** A line a request is written by hand, for a tenth of what pino would take. */
export function createLogger(level: string) {
  const output = destination({ dest: 1, sync: false, minLength: GATHERED_BYTES, maxWrite: WRITE_BYTES_MAX });
  // The reader of the log has closed it: the service continues.
  output.on('error', () => undefined);
  const timestamp = createTimestamp();
  const log = pino({ level, base: null, timestamp, redact: REDACTED }, output);
  // Lines are handed over by the dozen: measuring each one's bytes would cost as much as writing it.
  let gathered = '';
  const flushRequests = (): void => {
    if (gathered !== '') output.write(gathered);
    gathered = '';
  };
  const flushAll = (): void => {
    flushRequests();
    output.flush();
  };
  const timer = setInterval(flushAll, FLUSH_MS).unref();
  const isOn = log.isLevelEnabled('info');
  const start = `{"level":${log.levels.values['info']}`;
  return {
    log,
    requestLog({ requestId, traceparent, key, route, status, ms }: RequestLine): void {
      if (!isOn) return;
      const asker = key ? `,"clientId":${key.clientId},"keyName":${JSON.stringify(key.name)}` : '';
      const trace = traceparent === undefined ? '' : `,"traceparent":"${traceparent}"`;
      const call = `,"requestId":"${requestId}"${trace}${asker},"route":"${route}","status":${status},"ms":${ms}`;
      gathered += `${start}${timestamp()}${call},"msg":"request"}\n`;
      if (gathered.length > GATHERED_CHARS) flushRequests();
    },
    flushRequests,
    async flush() {
      clearInterval(timer);
      flushRequests();
      await new Promise<void>((resolve) => output.flush(() => resolve()));
    },
  };
}

/** ISO 8601 UTC with milliseconds; the second is written once and reused. */
function createTimestamp(): () => string {
  let second = -1;
  let start = '';
  return () => {
    const now = Date.now();
    const millisecond = now % 1000;
    if (now - millisecond !== second) {
      second = now - millisecond;
      start = `,"time":"${new Date(now).toISOString().slice(0, -4)}`;
    }
    return `${start}${String(millisecond).padStart(3, '0')}Z"`;
  };
}
