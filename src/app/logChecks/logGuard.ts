// Detects that the log went back while this process runs. Such an error is checked first: the log is read again on new
// connections, and nothing is appended until the result is known (docs/spec/log.md#a-log-that-went-back).
import { confirmed } from '../../commands/log/acceptLog.js';
import { requireEvent } from '../../domain/kernel/knownEvent.js';
import { LogWentBack, type EventLog } from '../../domain/kernel/log.js';

/** Opens the log again for one check, and closes it afterwards. */
export type AskReopenedLog = <Answer>(question: (log: EventLog) => Promise<Answer>) => Promise<Answer>;

export type LogGuard = Readonly<{
  /** To be called with each error of a part that reads the log; ignores all but LogWentBack. */
  note(error: unknown): void;
  /** `asking`: the check is running; `wentBack`: confirmed, the process must end. */
  state(): 'sound' | 'asking' | 'wentBack';
  /** Calls the listener whenever appending becomes allowed or forbidden. */
  onChange(listener: (mayAppend: boolean) => void): void;
  /** Resolves when it is confirmed. */
  wentBack: Promise<LogWentBack>;
  close(): void;
}>;

/** @param sameForMs how long the result of the check must stay the same */
export function createLogGuard(askReopenedLog: AskReopenedLog, sameForMs: number): LogGuard {
  const closing = new AbortController();
  let state: ReturnType<LogGuard['state']> = 'sound';
  const listeners: ((mayAppend: boolean) => void)[] = [];
  let confirm: (error: LogWentBack) => void = () => undefined;
  const wentBack = new Promise<LogWentBack>((resolve) => (confirm = resolve));

  function change(next: typeof state): void {
    state = next;
    for (const listener of listeners) listener(state === 'sound');
  }

  async function askAgain(error: LogWentBack): Promise<void> {
    change('asking');
    const refusal = await confirmed(() => askReopenedLog((log) => lostIn(log, error)), sameForMs, closing.signal);
    change(refusal === null ? 'sound' : 'wentBack');
    if (refusal !== null) confirm(refusal);
  }

  return {
    note(error) {
      if (error instanceof LogWentBack && state === 'sound') void askAgain(error);
    },
    state: () => state,
    onChange: (listener) => void listeners.push(listener),
    wentBack,
    close: () => closing.abort(),
  };
}

async function lostIn(log: EventLog, error: LogWentBack): Promise<LogWentBack | null> {
  const { lost } = error;
  if ('position' in lost) return lost.position > (await log.head()) ? error : null;
  try {
    await requireEvent(log, { ...lost, id: lost.id ?? '' });
    return null;
  } catch (again) {
    if (again instanceof LogWentBack) return again;
    throw again;
  }
}
