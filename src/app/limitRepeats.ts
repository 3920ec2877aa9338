// What a part says again and again is in the log once a minute.

const REPEAT_MS = 60_000;

/** Reports a sentence at most once in `everyMs`; remembers those of that time only. */
export function limitRepeats(report: (sentence: string) => void, everyMs = REPEAT_MS): (sentence: string) => void {
  const reportedMs = new Map<string, number>();
  return (sentence) => {
    const nowMs = performance.now();
    for (const [each, atMs] of reportedMs) if (nowMs - atMs >= everyMs) reportedMs.delete(each);
    if (reportedMs.has(sentence)) return;
    reportedMs.set(sentence, nowMs);
    report(sentence);
  };
}
