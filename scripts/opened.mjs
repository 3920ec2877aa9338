// Closes what a test file opened (test/support/afterwards.ts).

/** @param global that the file sees @returns closes it all */
export function keepOpened(global) {
  const opened = (global.openedByTests = []);
  return async () => {
    while (opened.length > 0) await opened.pop()();
  };
}
