// What a command prints to stdout: one JSON value, or text for people.
import type { Row } from './dependencies.js';

/** `text` is printed without `--json`; by default a table of `json`'s rows, or its fields one per line. */
export type Answer = Readonly<{
  json: unknown;
  text?: string;
  /** The command ran and found a problem: exit status 1. */
  failed?: boolean;
}>;

/** Portuguese headings of the commands' own members; rows of REST are in Portuguese already. */
const HEADINGS: Readonly<Record<string, string>> = {
  kind: 'tipo',
  ref: 'referência',
  outcome: 'resultado',
  name: 'nome',
  client: 'cliente',
  environment: 'ambiente',
  scopes: 'escopos',
  secret: 'segredo',
  createdAt: 'criada em',
  lastUsedAt: 'último uso',
  revokedAt: 'revogada em',
  time: 'data e hora',
  at: 'data e hora',
  requestId: 'requisição',
  key: 'chave',
  keyName: 'chave',
  route: 'rota',
  durationMs: 'duração (ms)',
  address: 'endereço',
  trialBalanceId: 'balancete',
  version: 'versão',
  reconciliations: 'conciliações',
  warnings: 'avisos',
  events: 'eventos',
  deactivatedAt: 'desativado em',
  deactivationReason: 'motivo',
  streams: 'streams',
  seals: 'selos',
  problems: 'problemas',
  seconds: 'segundos',
  type: 'evento',
  actor: 'autor',
  stream: 'stream',
  data: 'dados',
};

const COLUMN_GAP = '  ';
const CELL_CHARACTERS_MAX = 64;

export function rendered(answer: Answer, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(answer.json)}\n`;
  return `${answer.text ?? textOf(answer.json)}\n`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return table(value as readonly Row[]);
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, field]) => [heading(name), field] as const);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, field]) => `${name.padEnd(width)}${COLUMN_GAP}${cell(field)}`).join('\n');
}

/** Aligns columns, numbers to the right. The last column is not shortened. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const first = rows[0];
  if (!first) return '(nenhum registro)';
  const columns = Object.keys(first);
  const headings = columns.map(heading);
  const last = columns.length - 1;
  const cells = rows.map((row) =>
    columns.map((column, index) => (index === last ? cell(row[column]) : shortened(cell(row[column])))),
  );
  const widths = headings.map((name, index) =>
    cells.reduce((width, line) => Math.max(width, line[index]?.length ?? 0), name.length),
  );
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (parts: readonly string[]): string =>
    parts
      .map((part, index) =>
        isNumber[index] ? part.padStart(widths[index] ?? 0) : part.padEnd(widths[index] ?? 0),
      )
      .join(COLUMN_GAP)
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

function heading(field: string): string {
  return Object.hasOwn(HEADINGS, field) ? (HEADINGS[field] ?? field) : field;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Replaces control characters, which must not reach a terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

function shortened(text: string): string {
  return text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…` : text;
}
