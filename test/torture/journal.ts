// What was asked and what came of it, one JSON line before and one after each act, written at once: the file tells
// the story also of a run that died. Problems are what must not be; a run with none has passed.
import { closeSync, openSync, writeSync } from 'node:fs';

/** Beyond so many, a fault shows itself over and over. */
const PROBLEMS_MAX = 100;

export type Journal = Readonly<ReturnType<typeof openJournal>>;

export function openJournal(file: string) {
  const handle = openSync(file, 'w');
  const startedMs = performance.now();
  const problems: string[] = [];
  const counts = new Map<string, number>();
  let acts = 0;
  const line = (fact: object): void => {
    const ms = Math.round(performance.now() - startedMs);
    writeSync(handle, `${JSON.stringify({ ms, ...fact })}\n`);
  };
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    file,
    /** Notes the act, runs it, and notes how long it took and what it was answered. */
    async during<Result>(
      who: string,
      act: object,
      run: () => Promise<Result>,
      describe: (result: Result) => object = () => ({}),
    ) {
      const number = ++acts;
      line({ who, act: number, asks: act });
      try {
        const result = await run();
        line({ who, act: number, got: describe(result) });
        return result;
      } catch (error) {
        line({ who, act: number, failed: String(error) });
        throw error;
      }
    },
    note: (who: string, fact: object) => line({ who, ...fact }),
    problem(what: string) {
      line({ problem: what });
      count('problems');
      if (problems.length < PROBLEMS_MAX) problems.push(what);
    },
    problems,
    count,
    counts,
    close: () => closeSync(handle),
  };
}
