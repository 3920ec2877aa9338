// Turns of the event loop: requests that came in one are served one after another once all of it has been read.
// A write wakes its reader, which costs the system more than the rest of a small answer; one that was woken once stays
// awake for the others, and what all of them ask of the stores is asked once.

export type Turn = Readonly<{
  /** Resolves when what had arrived has been read; whoever waits for it then runs right after the one before. */
  end(): Promise<void>;
  /**
   * The number of the turn whose requests are running, null while none are. All of them arrived before the first began,
   * so that what one of them looked up is new enough for the next.
   */
  running(): number | null;
}>;

export function createTurn(): Turn {
  let ending: Promise<void> | null = null;
  let number = 0;
  let isRunning = false;
  return {
    end: () =>
      (ending ??= new Promise((resolve) => {
        setImmediate(() => {
          ending = null;
          number += 1;
          isRunning = true;
          resolve();
        });
        // Whoever waited for the one above runs before this one does.
        setImmediate(() => (isRunning = false));
      })),
    running: () => (isRunning ? number : null),
  };
}
