// `mapping set`, `mapping suggest`: which column of a company's files holds which field.
import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import type { CommandContext } from '../../commands/kernel/context.js';
import { statementColumnsIn } from '../../commands/reconciliations/statementFiles.js';
import { saveMapping, saveStatementMapping } from '../../commands/registers/saveMapping.js';
import { columnFields, type ColumnField } from '../../domain/trialBalance/fileReasons.js';
import {
  COLUMN_NAME_LENGTH_MAX,
  HEADER_ROW_MAX,
  columnName,
  requiredColumns,
  suggestedMapping,
  type ColumnMapping,
} from '../../domain/trialBalance/interpretation.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { MAPPERS, roles as ALL_ROLES } from '../../domain/clients/roles.js';
import type { StatementMapping, StatementSide } from '../../domain/reconciliation/statement.js';
import { DomainError } from '../../domain/problem.js';
import { skeletonWritten } from '../../messages/operator/firstSteps.js';
import { columnNames } from '../../messages/imports/fileReasons.js';
import { interpretation } from '../../messages/imports/importAnswer.js';
import { COLUMNS_UNREAD } from '../../messages/statements.js';
import { ofCompany } from '../arguments.js';
import { argument, command, flag, optional } from '../command.js';
import type { OperatorDependencies } from '../dependencies.js';
import { companyFor } from '../permissions.js';
import { readFindings, readJson } from '../fileImports.js';
import { fields, table, type Text } from '../output.js';
import { Refused } from '../refusalText.js';

const heading = z
  .string('deve ser o título de uma coluna')
  .trim()
  .min(1, 'não pode ser vazio')
  .max(COLUMN_NAME_LENGTH_MAX, 'é longo demais');
const required = new Set<string>(requiredColumns);
/** Member of a skeleton with the titles found in the file; `mapping set` leaves it out. */
const TITLES = 'titulos';
const mappingShape = z.strictObject(
  {
    ...(Object.fromEntries(
      columnFields.map((field) => [field, required.has(field) ? heading : heading.exactOptional()]),
    ) as Record<ColumnField, typeof heading>),
    sheet: z.string('deve ser o nome de uma aba').min(1, 'não pode ser vazio').exactOptional(),
    headerRow: z
      .int('deve ser um número de linha')
      .min(1, 'conta a partir de 1')
      .max(HEADER_ROW_MAX, 'é grande demais')
      .exactOptional(),
    [TITLES]: z.unknown().optional(),
  },
  'os campos são ' + [...columnFields, 'sheet', 'headerRow'].join('; '),
);

const set = command({
  name: 'mapping set',
  says: 'grava o mapeamento das colunas dos relatórios da empresa: campo e título (ou número, nº 3) da coluna, em JSON',
  roles: MAPPERS,
  changes: true,
  examples: ['mapping set mapa.json --company 1'],
  takes: {
    path: argument('<arquivo>', 'arquivo JSON do mapeamento'),
    ...ofCompany,
    statements: flag('o arquivo tem as colunas do razão e do extrato (razao, extrato) e não as do balancete'),
  },
  async run({ path, company, statements }, deps, running) {
    const administered = companyFor(deps, running, company);
    if (statements) return setStatements(deps, running, administered, await readColumns(path));
    const columns = await readMapping(path);
    const position = await saveMapping(deps, administered, columns, running);
    return {
      json: { ok: true, companyId: company, mapping: columns },
      text: mappingTable(columns),
      change: { position, registersChanged: position !== null },
    };
  },
});

const suggest = command({
  name: 'mapping suggest',
  says: 'mostra o mapeamento que seria usado e como as primeiras linhas são lidas',
  roles: ALL_ROLES,
  examples: ['mapping suggest balancete.csv --company 1 --out mapa.json'],
  takes: {
    path: argument('<arquivo>', 'balancete em CSV, TXT, XML, XLSX ou XLS'),
    ...ofCompany,
    out: optional('<mapa.json>', 'grava o mapeamento em um arquivo que mapping set aceita'),
  },
  async run({ path, company, out }, deps, running) {
    const administered = companyFor(deps, running, company);
    const findings = await readFindings(deps, path, administered).catch(async (error: unknown) => {
      const skeleton = out === null ? null : skeletonOf(error);
      if (out === null || skeleton === null) throw error;
      await writeJson(out, skeleton);
      running.progress(skeletonWritten(out));
      throw error;
    });
    const understood = findings.interpretation;
    const { columns, firstRows, headings } = understood;
    const suggested = suggestedMapping(understood);
    if (out !== null) await writeJson(out, suggested);
    // Repeated headings are numbered.
    const columnNames = headings.map((name, index) =>
      name === '' || headings.indexOf(name) < index ? `${name} nº ${index + 1}`.trim() : name,
    );
    const rows = firstRows.map((cells) =>
      Object.fromEntries(columnNames.map((name, index) => [name, cells[index] ?? ''])),
    );
    const summary = Object.entries(interpretation(understood)).filter(([name]) => name !== 'colunas');
    return {
      json: suggested,
      text: (width) =>
        [
          fields(Object.fromEntries(summary)),
          mappingTable(columns)(width),
          table(rows, { asItIs: true })(width),
        ].join('\n\n'),
    };
  },
});

export const commands = [set, suggest];

async function setStatements(
  deps: OperatorDependencies,
  context: CommandContext,
  company: CompanyFacts,
  columns: Awaited<ReturnType<typeof readColumns>>,
) {
  let lastPosition: number | null = null;
  for (const [side, mapping] of Object.entries(columns) as readonly [StatementSide, StatementMapping][])
    lastPosition = (await saveStatementMapping(deps, company, { side, mapping }, context)) ?? lastPosition;
  const rows = Object.entries(columns).flatMap(([lado, mapping]) =>
    Object.entries(mapping).map(([campo, coluna]) => ({ lado, campo, coluna })),
  );
  return {
    json: { ok: true, companyId: company.companyId, mapping: columns },
    text: table(rows),
    change: { position: lastPosition },
  };
}

/** The columns of statements and ledgers in a file of JSON. @throws Refused */
export async function readColumns(path: string) {
  const columns = statementColumnsIn(JSON.stringify(await readJson(path)));
  if (columns === null) throw new Refused(COLUMNS_UNREAD);
  return columns;
}

/** The mapping of a file without known headings: empty fields, and the titles there are; null: none. */
function skeletonOf(error: unknown): object | null {
  if (!(error instanceof DomainError) || error.problem.is !== 'ImportRefused') return null;
  const interpretation = error.problem.understood?.interpretation;
  if (interpretation === undefined || interpretation.headings.length === 0) return null;
  const empty = Object.fromEntries(requiredColumns.map((field) => [field, '']));
  const titles = interpretation.headings.map((_, index) => columnName(interpretation.headings, index));
  return { ...empty, ...suggestedMapping(interpretation), [TITLES]: titles };
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

function mappingTable(mapping: Readonly<Partial<Record<string, unknown>>>): Text {
  return table(
    Object.entries(mapping).map(([field, column]) => ({
      campo: field,
      significado: Object.hasOwn(columnNames, field) ? columnNames[field as ColumnField] : '',
      coluna: column,
    })),
  );
}

async function readMapping(path: string): Promise<ColumnMapping> {
  const parsed = mappingShape.safeParse(await readJson(path));
  if (parsed.success) {
    const mapping = { ...parsed.data };
    delete mapping[TITLES];
    return mapping;
  }
  const problems = parsed.error.issues.map(({ path: [field], message, code }) =>
    field === undefined || code === 'unrecognized_keys' ? message : `${String(field)} ${message}`,
  );
  throw new Refused(`Mapeamento inválido: ${problems.join('; ')}`);
}
