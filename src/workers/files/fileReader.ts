// The far end of a file reader: one file at a time, question by question.
import { FileDesk, type FileSupply } from './fileDesk.js';
import type { FileWant, FromFileReader, Supplied, SuppliedChart, ToFileReader } from './fileMessages.js';
import { FileRefused } from '../../files/formats/table.js';

/** @param tell hands a message to main, with buffers it may take over */
export function serveFile(
  tell: (message: FromFileReader, given?: ArrayBuffer[]) => void,
): (message: ToFileReader) => void {
  const desk = new FileDesk((rows) => tell({ is: 'progress', rows }));
  const needs = new Map<number, (answer: Readonly<{ value: Supplied; failed: boolean }>) => void>();
  let lastNeed = 0;

  function ask(want: FileWant): Promise<Supplied> {
    const need = ++lastNeed;
    return new Promise((resolve, reject) => {
      needs.set(need, ({ value, failed }) => {
        if (failed) reject(new Error(`main could not supply ${want.is}`));
        else resolve(value);
      });
      tell({ is: 'need', need, want });
    });
  }

  const supply: FileSupply = {
    chartNamed: async (name) => (await ask({ is: 'chartNamed', name })) as SuppliedChart | null,
    chart: async (chartId, version) => (await ask({ is: 'chart', chartId, version })) as readonly Uint8Array[],
    lines: async (linesStream) => (await ask({ is: 'lines', linesStream })) as readonly Uint8Array[],
  };

  function answer(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (error instanceof FileRefused) return tell({ is: 'refused', reason: error.reason });
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      tell({ is: 'failed', message, stack });
    });
  }

  return (message) => {
    switch (message.is) {
      case 'read':
        return answer(async () => tell({ is: 'read', findings: await desk.read(message.job, supply) }));
      case 'check':
        return answer(async () => {
          const verdict = await desk.check(message.facts, supply);
          tell(
            { is: 'checked', verdict },
            verdict.parts.map(({ buffer }) => buffer as ArrayBuffer),
          );
        });
      case 'release':
        return desk.release();
      case 'supplied':
        needs.get(message.need)?.(message);
        needs.delete(message.need);
    }
  };
}
