// What a chart's file would change, as the page shows it and as it is kept beside the file: plain JSON, bounded.
import type { AccountColumn, AccountsTable, AccountsTableFault } from '../../../domain/charts/accountsTable.js';
import type { Account } from '../../../domain/charts/events.js';
import { DomainError } from '../../../domain/problem.js';
import { ACCOUNTS, type ChartRequest } from '../../../commands/registers/chartFile.js';
import type { ChartPreview } from '../../../commands/registers/previewChart.js';
import * as words from '../../../messages/registers.js';
import { activeText, validityText } from './Charts.js';

const CHANGES_SHOWN_MAX = 200;
const ERRORS_SHOWN_MAX = 200;

/** What the form says of a file. `companyId` is the staged file's. */
export type SentChart = Omit<ChartRequest, 'clientRef' | 'cnpj'>;

/** `fields` of a new account: those that are filled, with `before` "". */
export type ShownChange = Readonly<{
  code: string;
  description: string;
  isNew: boolean;
  fields: readonly Readonly<{ name: string; before: string; after: string }>[];
}>;

export type AcceptedChart = Readonly<{
  is: 'accepted';
  isNew: boolean;
  /** Changes of the chart itself. */
  head: readonly Readonly<{ name: string; before: string; after: string }>[];
  added: number;
  changed: number;
  unchanged: number;
  leftOut: number;
  /** The first of them, in the order of the file. */
  changes: readonly ShownChange[];
  /** `Código: "Conta"` */
  columns: readonly string[];
  unused: readonly string[];
}>;
type RefusedChart = Readonly<{ is: 'refused'; sentences: readonly string[]; count: number }>;
export type ShownChart = AcceptedChart | RefusedChart;

/** Kept beside the staged file. */
export type StagedChart = Readonly<{ sent: SentChart; shown: ShownChart }>;

/** @param previewing by `previewChart`; called only for a table of accounts */
export async function shownChart(
  read: AccountsTable | AccountsTableFault,
  previewing: (table: AccountsTable) => Promise<ChartPreview>,
): Promise<ShownChart> {
  if ('is' in read) return refused([words.accountsTableSentence(read)]);
  if (read.wrongCodes.length > 0)
    return refused(
      words.registerFormSentences(
        read.wrongCodes.map(({ row, shown }) => ({
          path: [ACCOUNTS, { row }, 'codigo'],
          reason: { is: 'WrongCode', shown },
        })),
      ),
    );
  try {
    return accepted(read, await previewing(read));
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'RegistersInvalid') throw error;
    return refused(words.registerFormSentences(error.problem.errors));
  }
}

export function changesNothing({ head, added, changed }: AcceptedChart): boolean {
  return head.length === 0 && added === 0 && changed === 0;
}

function refused(sentences: readonly string[]): RefusedChart {
  return { is: 'refused', sentences: sentences.slice(0, ERRORS_SHOWN_MAX), count: sentences.length };
}

function accepted({ columns, unused }: AccountsTable, preview: ChartPreview): AcceptedChart {
  const { before, head, changes, unchanged, leftOut } = preview;
  const added = changes.filter((change) => change.before === null).length;
  const facts = [
    [
      'Vigência',
      before && validityText(before.head.validFrom, before.head.validTo),
      validityText(head.validFrom, head.validTo),
    ],
    ['Situação', before && activeText(before.head.active), activeText(head.active)],
  ] as const;
  return {
    is: 'accepted',
    isNew: before === null,
    head: facts.flatMap(([name, was, now]) => (was === now ? [] : [{ name, before: was ?? '', after: now }])),
    ...{ added, changed: changes.length - added, unchanged, leftOut },
    changes: changes.slice(0, CHANGES_SHOWN_MAX).map(({ before: was, after }) => ({
      ...{ code: after.code, description: after.description, isNew: was === null },
      fields: fieldChanges(was, after),
    })),
    columns: Object.entries(columns).map(
      ([column, heading]) => `${words.accountColumnNames[column as AccountColumn]}: "${heading}"`,
    ),
    unused,
  };
}

const FIELDS: readonly (readonly [string, (account: Account) => string])[] = [
  [words.accountColumnNames.codigoReduzido, ({ shortCode }) => shortCode],
  [words.accountColumnNames.descricao, ({ description }) => description],
  [words.accountColumnNames.tipo, ({ kind }) => words.kindNames[kind]],
  [words.accountColumnNames.natureza, ({ nature }) => words.natureNames[nature]],
  [words.accountColumnNames.classificacao, ({ classification }) => classification],
  [words.accountColumnNames.departamento, ({ department }) => department],
  [words.accountColumnNames.setor, ({ sector }) => sector],
  [
    words.accountColumnNames.exigeConciliacao,
    ({ requiresReconciliation }) => (requiresReconciliation ? 'Sim' : 'Não'),
  ],
];

function fieldChanges(before: Account | null, after: Account): ShownChange['fields'] {
  return FIELDS.flatMap(([name, text]) => {
    const was = before === null ? '' : text(before);
    const now = text(after);
    return was === now ? [] : [{ name, before: was, after: now }];
  });
}
