// Prints the demonstration: headings, commands to paste, small tables and check results. Colours only on a terminal, and
// not with NO_COLOR.

export type Screen = Readonly<{
  title(text: string): void;
  /** The heading of the next step, numbered. */
  step(text: string): void;
  say(text: string): void;
  /** A command line to paste. */
  command(text: string): void;
  outcome(text: string): void;
  table(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): void;
  /** Prints a check and counts its result. */
  check(what: string, holds: boolean): void;
  checks(): Readonly<{ held: number; failed: number }>;
}>;

const ROWS_MAX = 8;
const CELL_MAX = 56;
/** Columns of amounts, shown with two decimals. */
const MONEY = /^(saldo|debito|credito|diferenca|ajustes)/;

export function createScreen(out: NodeJS.WriteStream): Screen {
  const hasColors = out.isTTY && out.hasColors();
  const paint = (code: number, text: string) => (hasColors ? `\u001b[${code}m${text}\u001b[0m` : text);
  const [bold, dim, green, red, cyan] = [1, 2, 32, 31, 36];
  const line = (text = '') => void out.write(`${text}\n`);
  let [steps, held, failed] = [0, 0, 0];
  return {
    title(text) {
      line();
      line(paint(bold, text));
      line(paint(dim, '═'.repeat(text.length)));
    },
    step(text) {
      line();
      line(paint(bold, `${++steps}. ${text}`));
    },
    say: (text) => line(`   ${text}`),
    command(text) {
      line();
      for (const part of text.split('\n')) line(`   ${paint(cyan, part)}`);
    },
    outcome: (text) => line(`   ${paint(dim, '→')} ${text}`),
    table(rows, columns) {
      for (const text of tableLines(rows, columns)) line(`     ${text}`);
    },
    check(what, holds) {
      if (holds) held++;
      else failed++;
      line(`   ${holds ? paint(green, '✓') : paint(red, '✗')} ${holds ? what : paint(red, what)}`);
    },
    checks: () => ({ held, failed }),
  };
}

/** Numbers to the right. */
function tableLines(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): string[] {
  const shown = rows.slice(0, ROWS_MAX);
  const cells = columns.map((column) => {
    const values = shown.map((row) => row[column]);
    return values.map((value) => cellOf(value, MONEY.test(column)));
  });
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...(cells[index] ?? []).map((c) => c.length)),
  );
  const isNumber = columns.map((column) => shown.every((row) => typeof row[column] === 'number'));
  const padded = (text: string, index: number) =>
    isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
  const lines = [
    columns.map(padded).join('  '),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...shown.map((_, row) => cells.map((column, index) => padded(column[row] ?? '', index)).join('  ')),
  ];
  if (rows.length > ROWS_MAX) lines.push(`… e mais ${rows.length - ROWS_MAX} nesta página`);
  return lines.map((text) => text.trimEnd());
}

function cellOf(value: unknown, isMoney: boolean): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number')
    return isMoney
      ? value.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;
}
