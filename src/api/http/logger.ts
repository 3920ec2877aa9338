// JSON lines on stdout. Written in the background, so that a slow reader of them never holds up a request.
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** Bytes gathered before a write. */
const GATHERED_BYTES = 4_096;
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

export type ServiceLogger = Readonly<{ log: Logger; flush(): Promise<void> }>;

export function createLogger(level: string): ServiceLogger {
  const output = destination({ dest: 1, sync: false, minLength: GATHERED_BYTES });
  // Nobody reads the log any more: the service goes on.
  output.on('error', () => undefined);
  const timer = setInterval(() => output.flush(), FLUSH_MS).unref();
  return {
    log: loggerTo(output, level),
    async flush() {
      clearInterval(timer);
      await new Promise<void>((resolve) => output.flush(() => resolve()));
    },
  };
}

/** For a destination of the caller's own. */
export function loggerTo(output: DestinationStream, level: string): Logger {
  return pino({ level, base: null, redact: REDACTED, timestamp: stdTimeFunctions.isoTime }, output);
}
