// Progress on stderr: a moving bar on a terminal, otherwise a line from time to time. The number of rows of a file is
// unknown until it is read, so the bar shows the count only.

export type ProgressBar = Readonly<{ add(rows: number): void; end(): void }>;

const WIDTH = 24;
const REDRAW_MS = 100;
const LINE_EVERY = 100_000;

export function createProgressBar(what: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  let count = 0;
  let drawnMs = 0;
  let printed = 0;
  const countText = (): string => `${count.toLocaleString('pt-BR')} ${count === 1 ? 'linha' : 'linhas'}`;
  const isTerminal = stream.isTTY;
  return {
    add(rows) {
      count += rows;
      if (isTerminal) {
        const now = performance.now();
        if (now - drawnMs < REDRAW_MS) return;
        drawnMs = now;
        const at = Math.floor(now / REDRAW_MS) % WIDTH;
        const bar = Array.from({ length: WIDTH }, (_, place) => (Math.abs(place - at) < 3 ? '█' : '░')).join('');
        stream.write(`\r${what} ${bar} ${countText()}`);
      } else if (count - printed >= LINE_EVERY) {
        printed = count;
        stream.write(`${what}: ${countText()}\n`);
      }
    },
    end() {
      if (count === 0) return;
      stream.write(isTerminal ? `\r${what} ${'█'.repeat(WIDTH)} ${countText()}\n` : `${what}: ${countText()}\n`);
      count = 0;
    },
  };
}
